package driver

import (
	"bytes"
	"slices"
	"strings"
)

// naming is how the host compiler names the side outputs of one input, which
// has changed from release to release and differs between compilers.
type naming struct {
	depFile   string   // where -MD writes
	depTarget string   // the target in it, "" for the preprocessor's own default
	dump      []string // options that give auxiliary files (.gcno, .dwo, .su) their names
}

// askNaming asks the host compiler, by -### with the user's own arguments, how
// it would name the side outputs of each input. Later calls do nothing.
func (s *session) askNaming(inv *invocation, units []*unit) error {
	if s.namingKnown {
		return nil
	}
	s.namingKnown = true
	words := append([]string{"-fopenmp", "-###"}, wordsOf(inv.args, func(a argument) bool { return a.class != observation })...)
	var said bytes.Buffer
	if _, err := s.run(words, nil, &said, &said); err != nil {
		return err
	}
	rest := compileLines(said.String())
	for _, u := range units {
		for i, line := range rest {
			if slices.Contains(line, u.in.value) {
				u.naming = readNaming(line)
				rest = rest[i+1:]
				break
			}
		}
	}
	return nil
}

// namesDependencies reports whether the user asked for dependency files and
// left a name in them to the host compiler.
func (inv *invocation) namesDependencies() bool {
	if !inv.has("-MD") && !inv.has("-MMD") {
		return false
	}
	return !inv.has("-MF") || !inv.has("-MT") && !inv.has("-MQ")
}

// namesAuxiliary reports whether an auxiliary file would be named after an
// object that the user never sees, or after the source.
func (inv *invocation) namesAuxiliary() bool {
	return inv.stage == stageLink || inv.has("-save-temps")
}

// compileLines picks the commands out of -###'s output that run the compiler
// proper, split into words.
func compileLines(text string) [][]string {
	var lines [][]string
	for _, line := range strings.Split(text, "\n") {
		words := splitWords(line)
		if len(words) == 0 || !strings.HasPrefix(line, " ") {
			continue
		}
		if strings.HasSuffix(words[0], "cc1") || slices.Contains(words, "-cc1") {
			lines = append(lines, words)
		}
	}
	return lines
}

func readNaming(words []string) naming {
	var n naming
	for i := 0; i+1 < len(words); i++ {
		next := words[i+1]
		switch words[i] {
		case "-MD", "-MMD", "-dependency-file":
			n.depFile = next
		case "-MQ", "-MT":
			n.depTarget = next
		case "-dumpdir", "-dumpbase", "-dumpbase-ext":
			n.dump = append(n.dump, words[i], next)
		}
	}
	return n
}

// dumpPath is the path, less suffix, of auxiliary files; base is the one for
// host compilers that do not tell.
func (n naming) dumpPath(base string) string {
	dir := ""
	for i := 0; i+1 < len(n.dump); i += 2 {
		switch n.dump[i] {
		case "-dumpdir":
			dir = n.dump[i+1]
		case "-dumpbase":
			base = stem(n.dump[i+1])
		}
	}
	return dir + base
}
