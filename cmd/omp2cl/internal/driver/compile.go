package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// compileUnit makes the host compiler compile u's translated text into out, at
// the invocation's stage (an object when that is linking).
func (s *session) compileUnit(inv *invocation, u *unit, out string) (int, error) {
	text, err := s.temp(strconv.Itoa(u.at), stem(u.in.value)+".i")
	if err != nil {
		return 1, err
	}
	if err := os.WriteFile(text, u.result.Host, 0o600); err != nil {
		return 1, err
	}
	words := append([]string{"-fopenmp"}, wordsOf(inv.args, forCompiler)...)
	words = append(words, u.naming.dumpWords(inv)...)
	words = append(words, stageWords(inv.stage)...)
	words = append(words, s.seedWords(inv, u)...)
	words = append(words, s.commentWords(inv, u)...)
	words = append(words, "-x", "cpp-output", text)
	if inv.stage != stageSyntax {
		words = append(words, "-o", out)
		defer s.writing(out)()
	}
	return s.runIn(withoutDependencyRequests(os.Environ()), words, nil, s.stdout, s.stderr)
}

func forCompiler(a argument) bool {
	return a.class == common || a.class == observation
}

// seedWords makes gcc's output a function of its input: the names of the sections
// that it emits for a target directive are random otherwise.
func (s *session) seedWords(inv *invocation, u *unit) []string {
	own := func(a argument) bool { return strings.HasPrefix(a.name, "-frandom-seed") }
	if slices.ContainsFunc(inv.args, own) || !s.hostIsGCC() {
		return nil
	}
	return []string{"-frandom-seed=" + u.in.value}
}

// dumpWords names auxiliary files where the object's own name would not do.
func (n naming) dumpWords(inv *invocation) []string {
	if inv.has("-dumpbase") || inv.has("-dumpdir") {
		return nil
	}
	return n.dump
}

func stageWords(st stage) []string {
	switch st {
	case stageAssembly:
		return []string{"-S"}
	case stageSyntax:
		return []string{"-fsyntax-only"}
	}
	return []string{"-c"}
}

// keepTemps writes the texts of u's translation where the user asked for them.
func (s *session) keepTemps(inv *invocation, own ownOptions, u *unit) error {
	dir, base, wanted := inv.tempsPlace(own, u)
	if !wanted {
		return nil
	}
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	kept := []struct {
		suffix string
		text   []byte
	}{{".i", u.text}, {".omp2cl.i", u.result.Host}, {".cl", u.result.Kernel}}
	for _, k := range kept {
		path := filepath.Join(dir, base+k.suffix)
		if sameFile(path, u.in.value) || k.text == nil {
			continue
		}
		if err := os.WriteFile(path, k.text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// tempsPlace gives directory and base name of the files that
// --omp2cl-save-temps or the host compiler's own -save-temps keep.
func (inv *invocation) tempsPlace(own ownOptions, u *unit) (dir, base string, wanted bool) {
	base = stem(u.in.value)
	if u.in.value == "-" {
		base = "stdin"
	}
	if own.saveTemps {
		return own.saveDir, base, true
	}
	if !inv.has("-save-temps") {
		return "", "", false
	}
	dir, base = filepath.Split(u.naming.dumpPath(base))
	return dir, base, true
}

// sameFile reports whether both names lead to one existing file.
func sameFile(a, b string) bool {
	ia, err := os.Stat(a)
	if err != nil {
		return false
	}
	ib, err := os.Stat(b)
	return err == nil && ia.Mode().IsRegular() && os.SameFile(ia, ib)
}

// sayPreprocessor repeats what the preprocessor said about a unit whose
// compilation will not preprocess it again.
func (s *session) sayPreprocessor(u *unit) {
	if len(u.said) > 0 {
		fmt.Fprintf(s.stderr, "%s", u.said)
	}
}
