package trace

import "testing"

// TestSummary compares lines word by word.
func TestSummary(t *testing.T) {
	var few Summary
	few.To.Add(1024)
	full := Summary{Device: 1, To: Moved{12, 3355443}, From: Moved{4, 1153434}, Faults: 3, Fetched: 196608,
		Elided: 103_000_000_000, Reclaimed: 1 << 30, WrittenBack: 1 << 20}
	for _, c := range []struct {
		s    Summary
		want string
	}{
		{Summary{}, "omp2cl: device 0: 0 transfers to (0 bytes), 0 from (0 bytes), 0 faults"},
		{few, "omp2cl: device 0: 1 transfer to (1.0 KiB), 0 from (0 bytes), 0 faults"},
		{full, "omp2cl: device 1: 12 transfers to (3.2 MiB), 4 from (1.1 MiB), 3 faults (192.0 KiB); 95.9 GiB elided; " +
			"1.0 GiB reclaimed, 1.0 MiB of it written back"},
	} {
		if got := c.s.String(); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}
