package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A program is one file of testdata with the options that its leading
// comment lines give. Every option is "// NAME: value"; run.sh reads the same
// ones. Lines of the leading comment without a NAME describe the program.
type program struct {
	name      string
	path      string
	flags     []string // FLAGS: further arguments of both compilers, each with the source
	link      []string // LINK: arguments after the sources
	files     []string // FILES: further sources, relative to testdata
	lib       []string // LIB: sources that go into an archive first, relative to testdata
	shared    []string // SHARED: sources that go into a shared library first
	args      []string // ARGS: arguments of the built program
	env       []string // ENV: X=y of the built program
	stdin     string   // STDIN: one line of standard input; may be given again
	exit      int      // EXIT: exit status; a signal n counts as 128+n
	stderr    *regexp.Regexp
	warns     *regexp.Regexp
	tolerance float64  // TOLERANCE: of floating-point tokens, relative to max(1, |x|)
	modes     []string // MODES: memory modes to run in
	differs   bool     // HOST-DIFFERS: reason; the EXPECT lines replace gcc's output
	expect    string   // EXPECT: one line of expected output; may be given again
}

var option = regexp.MustCompile(`^// ?([A-Z-]{3,}):(?: (.*))?$`)

// readProgram reads the options of the file at path.
func readProgram(path string) (*program, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p := &program{
		name:  strings.TrimSuffix(filepath.Base(path), ".c"),
		path:  path,
		modes: []string{"separate", "default"},
	}
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "//") {
			break
		}
		m := option.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if err := p.set(m[1], m[2]); err != nil {
			return nil, fmt.Errorf("%s:%d: %v", path, i+1, err)
		}
	}
	return p, nil
}

// set applies one option.
func (p *program) set(name, value string) (err error) {
	words := strings.Fields(value)
	switch name {
	case "FLAGS":
		p.flags = words
	case "LINK":
		p.link = words
	case "FILES":
		p.files = words
	case "LIB":
		p.lib = words
	case "SHARED":
		p.shared = words
	case "ARGS":
		p.args = words
	case "ENV":
		p.env = append(p.env, value)
	case "STDIN":
		p.stdin += value + "\n"
	case "EXPECT":
		p.expect += value + "\n"
	case "MODES":
		p.modes = words
	case "HOST-DIFFERS":
		p.differs = true
	case "EXIT":
		p.exit, err = strconv.Atoi(value)
	case "STDERR":
		p.stderr, err = regexp.Compile(value)
	case "WARNS":
		p.warns, err = regexp.Compile(value)
	case "TOLERANCE":
		p.tolerance, err = strconv.ParseFloat(value, 64)
	default:
		err = fmt.Errorf("unknown option %s", name)
	}
	return err
}

// readPrograms reads all programs of testdata, in the order of their names.
func readPrograms(t *testing.T) []*program {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs in testdata: %v", err)
	}
	var all []*program
	for _, path := range paths {
		p, err := readProgram(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}
