package main

import (
	"testing"

	"omp2cl/cmd/omp2cl/internal/driver"
)

// TestDeviceOptions goes from what the user's flags come to (internal/driver tests
// how) to the options of kernels.
func TestDeviceOptions(t *testing.T) {
	strict := driver.HostFlags{MathErrno: true, Contract: "off"}
	unsafe := driver.HostFlags{Unsafe: true, NoSignedZeros: true, Reciprocal: true, Associative: true, MathErrno: true, Contract: "fast"}
	fast := unsafe
	fast.FastMath, fast.FiniteOnly, fast.MathErrno = true, true, false
	for _, c := range []struct {
		name   string
		flags  driver.HostFlags
		change func(*driver.HostFlags)
		want   string
	}{
		{"none", strict, nil, ""},
		{"-fno-math-errno", strict, func(f *driver.HostFlags) { f.MathErrno = false }, ""},
		{"-fno-signed-zeros", strict, func(f *driver.HostFlags) { f.NoSignedZeros = true }, "-cl-no-signed-zeros"},
		{"-ffinite-math-only", strict, func(f *driver.HostFlags) { f.FiniteOnly = true }, "-cl-finite-math-only"},
		{"-ffinite-math-only -fno-signed-zeros", strict, func(f *driver.HostFlags) { f.FiniteOnly, f.NoSignedZeros = true, true },
			"-cl-finite-math-only -cl-no-signed-zeros"},
		{"-freciprocal-math", strict, func(f *driver.HostFlags) { f.Reciprocal = true }, ""},
		{"-fassociative-math", strict, func(f *driver.HostFlags) { f.Associative, f.NoSignedZeros = true, true }, "-cl-no-signed-zeros"},
		{"-funsafe-math-optimizations", unsafe, nil, "-cl-unsafe-math-optimizations"},
		{"... -ffp-contract=off", unsafe, func(f *driver.HostFlags) { f.Contract = "off" }, "-cl-no-signed-zeros"},
		{"... -fsigned-zeros", unsafe, func(f *driver.HostFlags) { f.NoSignedZeros = false }, ""},
		{"... -fno-associative-math", unsafe, func(f *driver.HostFlags) { f.Associative = false }, "-cl-no-signed-zeros"},
		{"... -fno-reciprocal-math", unsafe, func(f *driver.HostFlags) { f.Reciprocal = false }, "-cl-no-signed-zeros"},
		{"-ffast-math", fast, nil, "-cl-fast-relaxed-math -D OMP2CL_CONTRACT=1"},
		{"-ffast-math -fmath-errno", fast, func(f *driver.HostFlags) { f.MathErrno = true }, "-cl-fast-relaxed-math -D OMP2CL_CONTRACT=1"},
		{"-ffast-math -fno-finite-math-only", fast, func(f *driver.HostFlags) { f.FiniteOnly = false },
			"-cl-unsafe-math-optimizations -D OMP2CL_CONTRACT=1"},
		{"-ffast-math -fsigned-zeros", fast, func(f *driver.HostFlags) { f.NoSignedZeros = false },
			"-cl-finite-math-only -D OMP2CL_CONTRACT=1"},
		{"-ffast-math -ffp-contract=off", fast, func(f *driver.HostFlags) { f.Contract = "off" },
			"-cl-finite-math-only -cl-no-signed-zeros"},
		{"-ffast-math -fno-unsafe-math-optimizations", fast, func(f *driver.HostFlags) {
			f.Unsafe, f.NoSignedZeros, f.Reciprocal, f.Associative = false, false, false, false
		}, "-cl-finite-math-only -D OMP2CL_CONTRACT=1"},
		{"-mfma", strict, func(f *driver.HostFlags) { f.Args, f.Contract = []string{"-mfma"}, "fast" }, "-D OMP2CL_CONTRACT=1"},
		{"-march=haswell", strict, func(f *driver.HostFlags) { f.Args, f.Contract = []string{"-march=haswell"}, "fast" }, "-D OMP2CL_CONTRACT=1"},
		{"-march=haswell -mno-fma", strict, func(f *driver.HostFlags) { f.Args, f.Contract = []string{"-march=haswell", "-mno-fma"}, "fast" }, ""},
		{"-march=x86-64-v2", strict, func(f *driver.HostFlags) { f.Args, f.Contract = []string{"-march=x86-64-v2"}, "fast" }, ""},
		{"-mfma -ffp-contract=off", strict, func(f *driver.HostFlags) { f.Args = []string{"-mfma"} }, ""},
		{"-mfma -ffp-contract=on", strict, func(f *driver.HostFlags) { f.Args, f.Contract = []string{"-mfma"}, "on" }, ""},
	} {
		f := c.flags
		if c.change != nil {
			c.change(&f)
		}
		if got := deviceOptions(f); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
