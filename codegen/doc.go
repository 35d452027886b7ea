// Package codegen prints a lowered module: OpenCL C 1.2 kernel text, and the host
// text with its device constructs replaced by calls of the runtime library.
//
// C is printed in one place: printer (expressions, statements, declarations) in
// one of two dialects. Kernel text goes through the pieces of a unit (records,
// functions, kernels); the host text keeps the user's bytes and gets edits by byte
// range, and the unit's descriptor is appended to it.
package codegen
