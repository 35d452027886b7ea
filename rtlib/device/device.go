// Package device holds the OpenCL C code that every generated program starts
// with.
package device

import _ "embed"

// Prelude is the OpenCL C text in front of every device program: OpenMP's
// run-time functions, atomics, barriers and reductions for kernels.
//
//go:embed prelude.cl
var Prelude string

// Complex follows the prelude in programs with complex numbers: their records,
// which the types of a unit name, and their arithmetic.
//
//go:embed complex.cl
var Complex string

// ComplexRecords are the tags of the records that Complex defines.
var ComplexRecords = []string{"omp2cl_cfloat", "omp2cl_cdouble"}

// Library follows the prelude in programs that name one of its functions, all of which
// begin with LibraryPrefix: functions of C's library and of gcc that OpenCL C lacks.
//
//go:embed library.cl
var Library string

// Power follows the prelude in programs that name PowerName, a pow for CPUs.
//
//go:embed power.cl
var Power string

// PowerName is the name of Power's function.
const PowerName = "omp2cl_power"

// LibraryPrefix is what the names of Library's functions begin with.
const LibraryPrefix = "omp2cl_c_"
