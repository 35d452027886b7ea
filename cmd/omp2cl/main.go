// Command omp2cl is a drop-in C compiler: it translates OpenMP device constructs
// to OpenCL and lets the host compiler do everything else.
package main

import (
	"os"

	"omp2cl/cmd/omp2cl/internal/driver"
	"omp2cl/frontend"
)

func main() {
	os.Exit(driver.Main(os.Args, driver.Compiler{
		HasDevice: frontend.HasDevice,
		Translate: Translate,
		Passes:    passNames(),
		Optional:  optionalPasses(),
		HostFirst: frontend.CannotParse,
	}))
}
