package driver

import (
	"fmt"
	"slices"
	"strings"
)

// ownPrefix starts every option of omp2cl itself; no host compiler has one
// that begins like this.
const ownPrefix = "--omp2cl-"

// ownOptions are the options of omp2cl itself.
type ownOptions struct {
	saveTemps  bool
	saveDir    string // "" = the directory of the outputs' names, that is the current one
	dump       []string
	stopAfter  string
	disable    []string
	timePasses bool
	help       bool
	version    bool
}

// ownRow describes one own option, for the parser, the help text and the shell
// completion alike.
type ownRow struct {
	name  string
	value string // "" = takes none; "[=X]" = may have one; "=X" = must
	help  string
	set   func(*ownOptions, string)
}

var ownTable = []ownRow{
	{"save-temps", "[=DIR]", "keep the preprocessed text (.i), the kernels (.cl) and the host text (.omp2cl.i) in DIR",
		func(o *ownOptions, v string) { o.saveTemps, o.saveDir = true, v }},
	{"dump", "=PASS|all", "print the program after PASS, a comma-separated list, on standard error",
		func(o *ownOptions, v string) { o.dump = append(o.dump, strings.Split(v, ",")...) }},
	{"stop-after", "=PASS", "print the program after PASS on standard output and compile no further",
		func(o *ownOptions, v string) { o.stopAfter = v }},
	{"disable", "=PASS[,...]", "leave out optimizing passes",
		func(o *ownOptions, v string) { o.disable = append(o.disable, strings.Split(v, ",")...) }},
	{"time-passes", "", "print the time of every pass and step on standard error",
		func(o *ownOptions, _ string) { o.timePasses = true }},
	{"help", "", "print this help", func(o *ownOptions, _ string) { o.help = true }},
	{"version", "", "print the version", func(o *ownOptions, _ string) { o.version = true }},
}

// takeOwnOptions parses the --omp2cl- options among words and returns the other
// words. An option that does not exist, lacks its argument or names a pass that
// does not exist is an error which says what is near.
func takeOwnOptions(words []string, c Compiler) (ownOptions, []string, error) {
	var own ownOptions
	var rest []string
	for _, w := range words {
		if !strings.HasPrefix(w, ownPrefix) {
			rest = append(rest, w)
			continue
		}
		if err := own.take(w); err != nil {
			return own, nil, err
		}
	}
	return own, rest, own.check(c)
}

func (own *ownOptions) take(word string) error {
	name, value, hasValue := strings.Cut(strings.TrimPrefix(word, ownPrefix), "=")
	i := slices.IndexFunc(ownTable, func(r ownRow) bool { return r.name == name })
	if i < 0 {
		return fmt.Errorf("unrecognized command-line option '%s'%s", word, didYouMean(name, ownNames(), ownPrefix))
	}
	row := ownTable[i]
	if row.value == "" && hasValue {
		return fmt.Errorf("option '%s%s' takes no argument", ownPrefix, name)
	}
	if strings.HasPrefix(row.value, "=") && value == "" {
		return fmt.Errorf("missing argument to '%s%s'; write %s%s%s", ownPrefix, name, ownPrefix, name, row.value)
	}
	row.set(own, value)
	return nil
}

// check compares the names of passes with the compiler's own lists.
func (own *ownOptions) check(c Compiler) error {
	for _, p := range own.dump {
		if p != "all" && !slices.Contains(c.Passes, p) {
			return unknownPass("pass", p, c.Passes)
		}
	}
	for _, p := range own.disable {
		if !slices.Contains(c.Optional, p) {
			return unknownPass("optional pass", p, c.Optional)
		}
	}
	if own.stopAfter != "" && !slices.Contains(c.Passes, own.stopAfter) {
		return unknownPass("pass", own.stopAfter, c.Passes)
	}
	return nil
}

func unknownPass(what, name string, known []string) error {
	list := strings.Join(known, ", ")
	if list == "" {
		list = "none"
	}
	return fmt.Errorf("unknown %s '%s'%s; there are: %s", what, name, didYouMean(name, known, ""), list)
}

func ownNames() []string {
	var names []string
	for _, r := range ownTable {
		names = append(names, r.name)
	}
	return names
}

// didYouMean names the known words nearest to word, or says nothing when none
// is near.
func didYouMean(word string, known []string, prefix string) string {
	best := max(2, len(word)/2)
	var near []string
	for _, k := range known {
		switch d := editDistance(word, k); {
		case d < best:
			best, near = d, []string{"'" + prefix + k + "'"}
		case d == best:
			near = append(near, "'"+prefix+k+"'")
		}
	}
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// editDistance is the number of insertions, deletions and replacements of
// bytes that turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := diagonal
			if a[i-1] != b[j-1] {
				replace++
			}
			diagonal = row[j]
			row[j] = min(replace, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
