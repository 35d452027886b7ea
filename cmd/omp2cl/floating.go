package main

import (
	"os"
	"slices"
	"strings"

	"omp2cl/cmd/omp2cl/internal/driver"
)

// deviceOptions derives the OpenCL build options from the host's flags: device code
// promises what the host compiler would. Nothing is relaxed unless the user relaxed
// it; multiply and add are fused only where gcc would fuse them on this target.
func deviceOptions(f driver.HostFlags) string {
	var o []string
	if f.FastMath {
		o = append(o, "-cl-fast-relaxed-math")
	} else {
		for _, flag := range []struct {
			on     bool
			option string
		}{
			{f.Unsafe, "-cl-unsafe-math-optimizations"},
			{f.FiniteOnly, "-cl-finite-math-only"},
			{f.NoSignedZeros, "-cl-no-signed-zeros"},
		} {
			if flag.on {
				o = append(o, flag.option)
			}
		}
	}
	if f.FastMath || f.Contract == "fast" && hasFMA(f.Args) {
		o = append(o, "-D OMP2CL_CONTRACT=1")
	}
	return strings.Join(o, " ")
}

// fmaArchitectures are -march values whose processors have fused multiply-add.
var fmaArchitectures = []string{"x86-64-v3", "x86-64-v4", "haswell", "broadwell", "skylake", "cascadelake",
	"icelake", "sapphirerapids", "alderlake", "znver", "bdver2", "bdver3", "bdver4", "core-avx2"}

// hasFMA reports whether the host compiler's target has fused multiply-add.
func hasFMA(args []string) bool {
	fma := false
	for _, a := range args {
		switch march, ok := strings.CutPrefix(a, "-march="); {
		case a == "-mfma":
			fma = true
		case a == "-mno-fma":
			fma = false
		case ok && march == "native":
			fma = cpuHasFMA()
		case ok:
			fma = slices.ContainsFunc(fmaArchitectures, func(p string) bool { return strings.HasPrefix(march, p) })
		}
	}
	return fma
}

func cpuHasFMA() bool {
	info, err := os.ReadFile("/proc/cpuinfo")
	return err == nil && slices.Contains(strings.Fields(string(info)), "fma")
}
