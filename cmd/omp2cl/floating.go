package main

import (
	"os"
	"slices"
	"strings"

	"omp2cl/cmd/omp2cl/internal/driver"
)

// deviceOptions derives the OpenCL build options from the host's flags: device code
// promises what the host compiler would. Nothing is relaxed unless the user relaxed
// it; multiply and add are fused only where gcc would fuse them on this target, by
// the prelude's FP_CONTRACT pragma: -cl-mad-enable would also allow results less exact
// than those of two operations.
func deviceOptions(f driver.HostFlags) string {
	unsafe := allUnsafe(f)
	relaxed := f.FastMath && unsafe && f.FiniteOnly
	var o []string
	for _, flag := range []struct {
		on     bool
		option string
	}{
		{relaxed, "-cl-fast-relaxed-math"},
		{unsafe && !relaxed, "-cl-unsafe-math-optimizations"},
		{f.FiniteOnly && !relaxed, "-cl-finite-math-only"},
		{f.NoSignedZeros && !unsafe, "-cl-no-signed-zeros"},
		{f.Contract == "fast" && (f.FastMath || hasFMA(f.Args)), "-D OMP2CL_CONTRACT=1"},
	} {
		if flag.on {
			o = append(o, flag.option)
		}
	}
	return strings.Join(o, " ")
}

// allUnsafe reports whether the user allows all that -cl-unsafe-math-optimizations
// includes, and has taken nothing of it back: fused operations too (OpenCL 1.2, 5.6.4.3).
func allUnsafe(f driver.HostFlags) bool {
	return f.Unsafe && f.NoSignedZeros && f.Reciprocal && f.Associative && f.Contract == "fast"
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
