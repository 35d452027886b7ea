package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// mostWords is the largest number of words that each work-item of a kernel gets in
// the group's shared block: as many scalar items, or elements of an array item, are
// combined together.
const mostWords = 4

// roomyLocals is how many bytes a kernel's variables may have for it to get more than
// one word for each work-item. With the largest groups that GPUs take, of 1024
// work-items, mostWords need 32 KiB of the 48 that there are.
const roomyLocals = 12 << 10

// wordsFor is the number of words that each work-item of k may use in the shared
// block. Nobody knows yet which variables will lie in local memory, so all count.
func wordsFor(k *ir.Kernel) int64 {
	bytes := variableBytes(k)
	ir.Walk(k.Body, func(n *ir.Node) bool {
		switch {
		case n.Op == ir.OpOMP:
			bytes += reducedBytes(n) + tileBytes(n)
		case isAtomicUpdate(n):
			bytes += roomyLocals + 1 // it may get bins
		}
		return true
	})
	return wordsBeside(bytes)
}

// wordsBeside is the number of words beside so many bytes of variables.
func wordsBeside(bytes int64) int64 {
	if bytes > roomyLocals {
		return 1
	}
	return mostWords
}

// variableBytes is the size of all variables of k's own.
func variableBytes(k *ir.Kernel) int64 {
	var bytes int64
	seen := map[*ir.Var]bool{}
	for _, v := range append(ir.Vars(k.Body), k.Locals...) {
		if v.Storage == ir.StorageLocal && !seen[v] {
			bytes += max(v.Type.Size(), 0)
		}
		seen[v] = true
	}
	return bytes
}

// isAtomicUpdate recognizes the calls that lower_atomics makes.
func isAtomicUpdate(n *ir.Node) bool {
	return n.Op == ir.OpCall && (strings.HasPrefix(n.Str, "omp2cl_atomic_") || n.Str == "omp2cl_compare_swap")
}

// tileBytes is what tiles, blocks or rows of a loop construct may need in local memory.
func tileBytes(n *ir.Node) int64 {
	for _, staged := range []ir.ClauseKind{Tiled, Blocked, RowStaged, LoopStaged, RangeStaged} {
		if n.Dir.First(staged) != nil {
			return 16 << 10
		}
	}
	return 0
}

// reducedBytes is the size of the copies of n's array items in reduction clauses.
func reducedBytes(n *ir.Node) int64 {
	var bytes int64
	for _, cl := range n.Dir.All(ir.Reduction) {
		for _, it := range cl.Items {
			if it.Root() == nil || len(it.Sections) == 0 && it.X.Type.Kind != ir.Array {
				continue
			}
			if row, _, length := sectionShape(at(n), it); length > 0 {
				bytes += length * row.Size()
			}
		}
	}
	return bytes
}

// usesWords notes that the code in hand uses so many words of the shared block for
// each work-item. A function's callers have one: what a kernel has, its function
// cannot know.
func (c *constructs) usesWords(n int64) {
	if c.k != nil && n > 1 {
		c.k.SharedWords = max(c.k.SharedWords, n)
	}
}

// fitsWord reports whether values of type t pass through the shared block as words.
func fitsWord(t *ir.Type) bool { return t.IsArithmetic() }

// wordOf is the value x, bit for bit, as a word of the shared block. All values pass
// through it as words: the device compiler may take accesses of different types for
// accesses to different memory.
func wordOf(k maker, x *ir.Node) *ir.Node {
	switch x.Type.Kind {
	case ir.Float64:
		return k.call("cl.as_ulong", ir.TU64, x)
	case ir.Float32:
		return k.cast(ir.TU64, k.call("cl.as_uint", ir.TU32, x))
	}
	return k.cast(ir.TU64, x)
}

// valueOf is the value of type t that wordOf made the word w of.
func valueOf(k maker, t *ir.Type, w *ir.Node) *ir.Node {
	switch t.Kind {
	case ir.Float64:
		return k.call("cl.as_double", t, w)
	case ir.Float32:
		return k.call("cl.as_float", t, k.cast(ir.TU32, w))
	}
	return k.cast(t, w)
}
