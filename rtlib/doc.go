// Package rtlib is the runtime library of translated programs: devices, the
// device data environment, kernels and launches. Package rtlib/capi exports it
// to C under the contract of omp2cl.h; package rtlib/driver is the seam to
// OpenCL below it.
//
// A construct goes through it like this: session.go finds the device, build.go
// the kernel; a lane (a queue and what belongs to it) is taken; environment.go
// enters the construct's map items into the present table and requests
// transfers, of which transfer.go does those that are needed; launch.go makes the
// kernel's arguments and starts it; the environment is left, the queue awaited
// once, the lane given back.
package rtlib
