package driver

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// unit is a C input of the command on its way through the steps.
type unit struct {
	at      int // index in the invocation's arguments
	in      argument
	naming  naming
	text    []byte // preprocessed
	said    []byte // what the preprocessor said on standard error
	depFile string // private file with the dependencies, "" when not asked for
	refused bool   // by the preprocessor
	result  Result
}

// preprocessed brings the input's preprocessed text into u.text. It is false
// when the host compiler has something against the input; compiling it will
// then tell the user.
func (s *session) preprocessed(inv *invocation, u *unit) (bool, error) {
	defer s.times.start("preprocess " + u.in.value)()
	if isPreprocessedC(u.in) {
		text, err := s.contents(u.in)
		u.text = text
		return err == nil, nil
	}
	words, err := s.preprocessWords(inv, u)
	if err != nil {
		return false, err
	}
	var in io.Reader
	if u.in.value == "-" {
		text, err := s.standardInput()
		if err != nil {
			return false, err
		}
		in = bytes.NewReader(text)
	}
	var out, said bytes.Buffer
	code, err := s.runIn(withoutDependencyRequests(os.Environ()), words, in, &out, &said)
	u.text, u.said = out.Bytes(), said.Bytes()
	return code == 0, err
}

// dependencyRequests are the variables that make a preprocessor append
// dependencies to a file, the other way to ask for what -MD writes.
var dependencyRequests = []string{"DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"}

// withoutDependencyRequests is env for a preprocessing step that the user does
// not know of.
func withoutDependencyRequests(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(dependencyRequests, name)
	})
}

// repeatDependencyRequests lets the preprocessor do for a translated unit what
// those variables ask of the compilation.
func (s *session) repeatDependencyRequests(inv *invocation, u *unit) error {
	asked := slices.ContainsFunc(dependencyRequests, func(name string) bool { return os.Getenv(name) != "" })
	if !asked || isPreprocessedC(u.in) {
		return nil
	}
	words := append([]string{"-fopenmp"}, s.includeWords()...)
	words = append(words, wordsOf(inv.args, forPreprocessor)...)
	_, err := s.run(append(words, "-E", "-x", "c", u.in.value), s.pipedInput(), io.Discard, io.Discard)
	return err
}

// contents reads an input that needs no preprocessing.
func (s *session) contents(in argument) ([]byte, error) {
	if in.value == "-" {
		return s.standardInput()
	}
	return os.ReadFile(in.value)
}

// preprocessWords is the -E step's command line: the user's own, less what
// belongs to later steps, with the dependencies going to a private file.
func (s *session) preprocessWords(inv *invocation, u *unit) ([]string, error) {
	words := append([]string{"-fopenmp"}, s.includeWords()...)
	words = append(words, wordsOf(inv.args, forPreprocessor)...)
	if colorsWanted(inv, s.stderr) && !slices.ContainsFunc(inv.args, choosesColor) {
		words = append(words, "-fdiagnostics-color=always")
	}
	if inv.has("-MD") || inv.has("-MMD") {
		deps, err := s.dependencyWords(inv, u)
		if err != nil {
			return nil, err
		}
		words = append(words, deps...)
	}
	return append(words, "-E", "-x", "c", u.in.value), nil
}

func forPreprocessor(a argument) bool {
	return a.class == common || a.class == preprocess
}

// includeWords puts <omp2cl.h> within reach, behind every other directory.
func (s *session) includeWords() []string {
	return []string{"-idirafter", filepath.Join(s.prefix, "include")}
}

// dependencyWords asks for the dependencies as the user did, in a private file
// and under the target name that a compilation would have chosen.
func (s *session) dependencyWords(inv *invocation, u *unit) ([]string, error) {
	file, err := s.temp(strconv.Itoa(u.at), "deps.d")
	if err != nil {
		return nil, err
	}
	u.depFile = file
	style := "-MD"
	if !inv.has("-MD") {
		style = "-MMD"
	}
	words := []string{style, "-MF", file}
	named := false
	for _, a := range inv.args {
		switch a.name {
		case "-MT", "-MQ", "-MP", "-MG", "-MV":
			words = append(words, a.words...)
			named = named || a.name == "-MT" || a.name == "-MQ"
		}
	}
	if !named && u.naming.depTarget != "" {
		words = append(words, "-MQ", u.naming.depTarget)
	}
	return words, nil
}

// deliverDependencies writes the dependencies that the preprocessing step left
// to the file that the host compiler would have written.
func (s *session) deliverDependencies(inv *invocation, u *unit) error {
	if err := s.repeatDependencyRequests(inv, u); err != nil || u.depFile == "" {
		return err
	}
	text, err := os.ReadFile(u.depFile)
	if err != nil {
		return err
	}
	name := u.naming.depFile
	for _, a := range inv.args {
		if a.name == "-MF" {
			name = a.value
		}
	}
	if name == "-" {
		_, err = s.stdout.Write(text)
		return err
	}
	defer s.writing(name)()
	return os.WriteFile(name, text, 0o666)
}
