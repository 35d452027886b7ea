package driver

import (
	"os"
	"regexp"
	"slices"
)

// fallsThrough finds comments by which -Wimplicit-fallthrough takes a case that falls
// through for intended. It finds some that gcc does not.
var fallsThrough = regexp.MustCompile(`(?i)(?://|/\*)[^\n]*falls?[ \t-]*thr(?:u|ough)`)

// ownFile finds the files in line markers that are no system headers.
var ownFile = regexp.MustCompile(`(?m)^# \d+ "([^"<][^"]*)"(?: [124])*$`)

// commentWords makes up for the comments that the preprocessor has taken out of the
// text: where they tell of cases that fall through, the host compiler must not warn of
// all such cases. -Wimplicit-fallthrough=5 asks it not to heed comments.
func (s *session) commentWords(inv *invocation, u *unit) []string {
	if !inv.warnsOfFallingThrough() || isPreprocessedC(u.in) || !u.hasFallsThrough() || !s.hostIsGCC() {
		return nil
	}
	return []string{"-Wno-implicit-fallthrough"}
}

// warnsOfFallingThrough reports whether options may ask for the warning, as far as
// comments silence it.
func (inv *invocation) warnsOfFallingThrough() bool {
	asked := regexp.MustCompile(`^-W(extra|(error=)?implicit-fallthrough(=.)?)?$`)
	return !inv.has("-Wimplicit-fallthrough=5") &&
		slices.ContainsFunc(inv.args, func(a argument) bool { return a.class != input && asked.MatchString(a.name) })
}

// hasFallsThrough reports whether a source file of the unit has such a comment.
func (u *unit) hasFallsThrough() bool {
	seen := map[string]bool{}
	for _, m := range ownFile.FindAllSubmatch(u.text, -1) {
		file := string(m[1])
		if seen[file] {
			continue
		}
		seen[file] = true
		if text, err := os.ReadFile(file); err == nil && fallsThrough.Match(text) {
			return true
		}
	}
	return false
}
