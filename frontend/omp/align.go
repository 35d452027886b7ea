package omp

import "omp2cl/ompir"

// ParseAt is Parse with the places of the user's source: source is the text after
// "#pragma omp" in his file, which starts at sourcePos. The preprocessor drops
// indentation, joins spliced lines and expands macros; tokens that both texts have
// get their place in the source, and the tokens of an expansion that of the macro.
func ParseAt(text string, pos ompir.Pos, source string, sourcePos ompir.Pos) (*Raw, []ompir.Diagnostic) {
	toks := tokenize(text, pos)
	if align(toks, tokenize(source, sourcePos)) {
		pos = sourcePos
	}
	return parseTokens(text, toks, pos)
}

// maxAligned bounds the product of the numbers of tokens that align compares.
const maxAligned = 1 << 20

// align gives toks the places of the same tokens in source, by their longest
// common subsequence. It reports false, and does nothing, when the two do not start
// with the same word.
func align(toks, source []token) bool {
	if len(toks) == 0 || len(source) == 0 || toks[0].text != source[0].text ||
		len(toks)*len(source) > maxAligned {
		return false
	}
	common := commonLengths(toks, source)
	i, j := 0, 0
	for i < len(toks) {
		switch {
		case j < len(source) && toks[i].text == source[j].text:
			toks[i].pos = source[j].pos
			i++
			j++
		case j == len(source) || common[i+1][j] >= common[i][j+1]:
			toks[i].pos = source[min(j, len(source)-1)].pos
			i++
		default:
			j++
		}
	}
	return true
}

// commonLengths returns, for all i and j, the length of the longest common
// subsequence of a[i:] and b[j:].
func commonLengths(a, b []token) [][]int {
	n := make([][]int, len(a)+1)
	n[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		n[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			if a[i].text == b[j].text {
				n[i][j] = n[i+1][j+1] + 1
			} else {
				n[i][j] = max(n[i+1][j], n[i][j+1])
			}
		}
	}
	return n
}
