package rtlib

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTable compares the table with a plain list over random changes, with
// enough entries for several chunks.
func TestTable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var tab table[*entry]
	plain := map[uintptr]*entry{} // by begin; entries are [16i+4, 16i+12)
	const cells = 4000
	for step := range 40000 {
		begin := 16*(1+uintptr(rnd.IntN(cells))) + 4
		if e := plain[begin]; e == nil && (step < 20000 || rnd.IntN(3) == 0) {
			e = &entry{begin: begin, end: begin + 8}
			plain[begin] = e
			tab.insert(e)
		} else if e != nil && (step >= 20000 || rnd.IntN(3) == 0) {
			delete(plain, begin)
			tab.remove(e)
			tab.remove(e) // absent: nothing happens
		}
		at := 16*(1+uintptr(rnd.IntN(cells))) + uintptr(rnd.IntN(16))
		want := plain[at&^15+4]
		if in := at&15 >= 4 && at&15 < 12; !in && at&15 != 12 {
			want = nil
		}
		if got := tab.corresponding(at); got != want {
			t.Fatalf("step %d: corresponding(%d) is %v, want %v", step, at, got, want)
		}
		if at&15 == 12 {
			want = nil
		}
		if got := tab.containing(at); got != want {
			t.Fatalf("step %d: containing(%d) is %v, want %v", step, at, got, want)
		}
		if e, clash := tab.find(at, at+2); e != nil && (e.begin > at || at+2 > e.end) || clash != nil && (clash.begin >= at+2 || clash.end <= at) {
			t.Fatalf("step %d: find(%d) is %v, %v", step, at, e, clash)
		}
	}
	all := slices.Collect(tab.all)
	if len(all) != len(plain) || tab.size != len(plain) ||
		!slices.IsSortedFunc(all, func(a, b *entry) int { return int(a.begin) - int(b.begin) }) {
		t.Errorf("%d entries, size %d, want %d sorted ones", len(all), tab.size, len(plain))
	}
	for _, c := range tab.chunks {
		if len(c) == 0 || len(c) > maxChunk {
			t.Errorf("a chunk of %d entries", len(c))
		}
	}
}
