package driver

import (
	"os"
	"strings"
)

// maxResponseFiles bounds the expansion of response files, as gcc's own bound
// does, so that a file that names itself ends in an error of the host compiler.
const maxResponseFiles = 2000

// expandResponseFiles replaces each @file by the words in it, recursively. As
// with gcc, a word whose file cannot be read stays as it is.
func expandResponseFiles(words []string) []string {
	budget := maxResponseFiles
	return expandWords(words, &budget)
}

func expandWords(words []string, budget *int) []string {
	var out []string
	for _, w := range words {
		inner, ok := responseWords(w, budget)
		if !ok {
			out = append(out, w)
			continue
		}
		out = append(out, expandWords(inner, budget)...)
	}
	return out
}

func responseWords(word string, budget *int) ([]string, bool) {
	if len(word) < 2 || word[0] != '@' || *budget == 0 {
		return nil, false
	}
	info, err := os.Stat(word[1:])
	if err != nil || info.IsDir() {
		return nil, false
	}
	text, err := os.ReadFile(word[1:])
	if err != nil {
		return nil, false
	}
	*budget--
	return splitWords(string(text)), true
}

// splitWords separates text at white space by gcc's rules: single and double
// quotes group, a backslash takes the next character literally everywhere.
func splitWords(text string) []string {
	var words []string
	var word strings.Builder
	var quote byte
	inWord := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			word.WriteByte(text[i])
			inWord = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case isSpace(c):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words
}

func isSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

// quoteWord writes word so that splitWords gives it back.
func quoteWord(word string) string {
	if word == "" {
		return `""`
	}
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		if c := word[i]; isSpace(c) || strings.IndexByte(`\'"`, c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(word[i])
	}
	return b.String()
}
