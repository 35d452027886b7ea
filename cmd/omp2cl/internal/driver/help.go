package driver

import (
	"fmt"
	"strings"
)

// version is the release of omp2cl.
const version = "0.1.0"

func versionLine() string { return "omp2cl " + version }

const usageText = `omp2cl: a C compiler for OpenMP programs whose target regions run on OpenCL devices

  omp2cl -O2 saxpy.c -o saxpy     build a program, as with gcc
  make CC=omp2cl                  build a project
  cmake -DCMAKE_C_COMPILER=omp2cl .
  omp2cl translate saxpy.c        write saxpy.cl and saxpy.host.c to read
  omp2cl devices                  list the devices that target regions can run on
  omp2cl report trace.json        show what a program moved, written with OMP2CL_TRACE=trace.json

omp2cl --help lists all options, omp2cl help the subcommands.
`

// helpText is the answer to --omp2cl-help.
func helpText(c Compiler) string {
	var b strings.Builder
	b.WriteString("usage: omp2cl [arguments of gcc] [own options]\n       omp2cl translate|devices|report|info|completion|help\n\n")
	b.WriteString("omp2cl takes every argument of the host compiler ($OMP2CL_CC, default gcc) and implies\n-fopenmp. Own options:\n\n")
	for _, r := range ownTable {
		fmt.Fprintf(&b, "  %-38s %s\n", ownPrefix+r.name+r.value, r.help)
	}
	fmt.Fprintf(&b, "\nPasses: %s\n", strings.Join(c.Passes, ", "))
	if len(c.Optional) > 0 {
		fmt.Fprintf(&b, "Optional passes: %s\n", strings.Join(c.Optional, ", "))
	}
	b.WriteString(`
Environment:
  OMP2CL_CC           host compiler, arguments included
  OMP2CL_DEBUG        a stack trace with internal errors
  OMP_TARGET_OFFLOAD, OMP_DEFAULT_DEVICE, OMP2CL_INFO, OMP2CL_TRACE act when the program runs.

Shared libraries leave the runtime library to the program that they are linked into. For one that
loads them with dlopen and has no device code itself, link the program with -Wl,-u,omp2cl_register,
or the library with -Wl,-z,defs.

A first argument that is the name of a subcommand is one, unless a file of that name exists.
`)
	return b.String()
}
