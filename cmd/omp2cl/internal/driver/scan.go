package driver

import (
	"bufio"
	"bytes"
	"strings"
)

// HasDeviceDirective reports whether preprocessed C text has an OpenMP
// directive for a device: one with the word target in its name (target …,
// declare target, …). Text in which there is none needs no translation.
func HasDeviceDirective(preprocessed []byte) bool {
	if !bytes.Contains(preprocessed, []byte("target")) {
		return false
	}
	lines := bufio.NewScanner(bytes.NewReader(preprocessed))
	lines.Buffer(nil, len(preprocessed)+1)
	for lines.Scan() {
		if directive, ok := ompDirective(lines.Text()); ok && namesTarget(directive) {
			return true
		}
	}
	return false
}

// ompDirective gives what follows "#pragma omp".
func ompDirective(line string) (string, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "#")
	if !ok {
		return "", false
	}
	rest, ok = cutWord(rest, "pragma")
	if !ok {
		return "", false
	}
	return cutWord(rest, "omp")
}

func cutWord(text, word string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimLeft(text, " \t"), word)
	return rest, ok && (rest == "" || !isWordByte(rest[0]))
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// namesTarget reports whether target is among the words of a directive that
// stand outside parentheses.
func namesTarget(directive string) bool {
	depth := 0
	for i := 0; i < len(directive); i++ {
		switch c := directive[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case isWordByte(c):
			from := i
			for i+1 < len(directive) && isWordByte(directive[i+1]) {
				i++
			}
			if depth == 0 && directive[from:i+1] == "target" {
				return true
			}
		}
	}
	return false
}
