// Package device holds the OpenCL C code that every generated program starts
// with.
package device

import _ "embed"

// Prelude is the OpenCL C text in front of every device program: OpenMP's
// run-time functions, atomics, barriers and reductions for kernels.
//
//go:embed prelude.cl
var Prelude string
