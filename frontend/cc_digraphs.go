package frontend

import "bytes"

// brackets are what the digraphs of C that can stand outside of directives mean (C11
// §6.4.6).
var brackets = map[string]byte{"<:": '[', ":>": ']', "<%": '{', "%>": '}'}

// Respell returns preprocessed text with brackets and braces for digraphs, which cc/v4
// does not know. Each becomes one and a space, so that columns stay what they are. The
// text itself is unchanged.
func Respell(text []byte) []byte {
	if !bytes.Contains(text, []byte("<:")) && !bytes.Contains(text, []byte("<%")) {
		return text // none without an opening one
	}
	text = bytes.Clone(text)
	for i := 0; i+1 < len(text); i++ {
		if c := text[i]; c == '"' || c == '\'' {
			i = closingQuote(text, i)
		} else if b, ok := brackets[string(text[i:i+2])]; ok {
			text[i], text[i+1] = b, ' '
			i++
		}
	}
	return text
}

// closingQuote returns the offset of the quote that ends the string or character
// constant that begins at an offset; it ends with its line in any case.
func closingQuote(text []byte, at int) int {
	quote := text[at]
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote, '\n':
			return i
		}
	}
	return len(text) - 1
}
