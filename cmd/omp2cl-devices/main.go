// Command omp2cl-devices lists the OpenCL devices in the order in which the
// runtime library numbers them. It is what "omp2cl devices" runs: the compiler
// itself shares no code with the runtime.
package main

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"omp2cl/rtlib/cl"
	"omp2cl/rtlib/driver"
)

func main() {
	devices, err := cl.Driver{}.Devices()
	if err != nil {
		fmt.Printf("no OpenCL device: %v\n", err)
		return
	}
	facts := make([]*driver.Facts, len(devices))
	for i, d := range devices {
		facts[i] = d.Facts()
	}
	if err := list(os.Stdout, facts); err != nil {
		fmt.Fprintln(os.Stderr, "omp2cl devices:", err)
		os.Exit(1)
	}
}

// list writes a table with a row for each device.
func list(out io.Writer, devices []*driver.Facts) error {
	t := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "number\tname\tplatform\tkind\tunits\tmemory\tshared")
	for i, f := range devices {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%d\t%s\t%s\n", i, f.Name, f.Platform, f.Kind, f.Units, memory(f.GlobalMem), yesNo(f.HostMemory))
	}
	return t.Flush()
}

// memory gives bytes in GiB, or in MiB below one GiB.
func memory(bytes uint64) string {
	if bytes < 1<<30 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
