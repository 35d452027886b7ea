// Package ompir is the OpenMP intermediate representation of omp2cl: the device
// part of one translation unit, as a typed C tree with OpenMP constructs in it.
//
// A Module holds what the device needs: records, variables, device functions and
// the device constructs of the host code in source order. The host code itself
// stays text; constructs carry byte ranges of it. Loop bounds, steps and array
// references stay expressions, so that later passes can derive from them which
// bytes a range of iterations reads and writes.
//
// The text form (Print, Parse) is an S-expression per declaration; the two are
// inverse to each other. Verify checks the invariants of a Form.
package ompir
