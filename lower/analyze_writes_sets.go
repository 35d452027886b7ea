package lower

import "math/bits"

// objectSet is a set of small numbers. The zero value is empty.
type objectSet struct{ words []uint64 }

func setOf(members ...int) objectSet {
	var s objectSet
	for _, m := range members {
		s.grow(m/64 + 1)
		s.words[m/64] |= 1 << (m % 64)
	}
	return s
}

func (s *objectSet) grow(words int) {
	for len(s.words) < words {
		s.words = append(s.words, 0)
	}
}

// add puts the members of t into s and reports whether s grew.
func (s *objectSet) add(t objectSet) bool {
	grown := false
	s.grow(len(t.words))
	for i, w := range t.words {
		grown = grown || w&^s.words[i] != 0
		s.words[i] |= w
	}
	return grown
}

// with returns the union of s and the others in a set of its own.
func (s objectSet) with(others ...objectSet) objectSet {
	out := objectSet{append([]uint64{}, s.words...)}
	for _, t := range others {
		out.add(t)
	}
	return out
}

func (s objectSet) empty() bool {
	for _, w := range s.words {
		if w != 0 {
			return false
		}
	}
	return true
}

// list returns the members in ascending order.
func (s objectSet) list() []int {
	var out []int
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			out = append(out, 64*i+bits.TrailingZeros64(w))
		}
	}
	return out
}
