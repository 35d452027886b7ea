package omp

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"omp2cl/ompir"
)

// sampleArgs are arguments for clauses whose usage names other variables than the
// test's, or values it cannot have.
var sampleArgs = map[string]string{
	"map": "map(to: a[0:n])", "device": "device(0)", "if": "if(n)", "num_teams": "num_teams(n)",
	"thread_limit": "thread_limit(n)", "num_threads": "num_threads(n)", "copyin": "copyin(t)",
	"aligned": "aligned(p)", "link": "link(h)", "shared": "shared(x)", "final": "final(n)",
	"priority": "priority(n)", "grainsize": "grainsize(n)", "num_tasks": "num_tasks(n)",
	"hint": "hint(0)", "filter": "filter(n)", "is_device_ptr": "is_device_ptr(p)", "use_device_ptr": "use_device_ptr(p)",
}

// sample returns a use of the clause on a directive with these parts.
func sample(info *clauseInfo, parts []ompir.Part) string {
	switch {
	case info.name == "map" && parts[0] == ompir.TargetExitData:
		return "map(from: a[0:n])"
	case info.name == "to" && parts[0] == ompir.DeclareTarget:
		return "to(g)"
	case info.name == "depend" && parts[0] == ompir.Ordered:
		return "depend(source)"
	case sampleArgs[info.name] != "":
		return sampleArgs[info.name]
	case info.parse != nil:
		return info.usage
	}
	return info.name
}

// companion is a clause without which the directive is wrong.
func companion(info *clauseInfo, parts []ompir.Part) string {
	switch {
	case parts[0] == ompir.TargetData && info.name != "map":
		return " map(b[0:n])"
	case parts[0] == ompir.TargetEnterData && info.name != "map":
		return " map(to: b[0:n])"
	case parts[0] == ompir.TargetExitData && info.name != "map":
		return " map(from: b[0:n])"
	case parts[0] == ompir.TargetUpdate && info.name != "to" && info.name != "from":
		return " to(b[0:n])"
	case info.kind == Fail:
		return " compare"
	case info.name == "allocate" && hasPart(parts, ompir.Taskgroup):
		return " task_reduction(+: x)"
	case info.name == "allocate" && hasPart(parts, ompir.Simd): // private would be simd's
		return " firstprivate(x)"
	case info.name == "allocate":
		return " private(x)"
	}
	return ""
}

// directiveText returns the directive with one clause.
func directiveText(s spelling, info *clauseInfo) string {
	name := (&ompir.Directive{Parts: s.parts}).Spelling()
	switch {
	case s.parts[0] == ompir.Critical:
		name += " (c)"
	case s.parts[0] == ompir.Cancel && info.kind != CancelKind:
		name += " parallel"
	}
	return name + " " + sample(info, s.parts) + companion(info, s.parts)
}

// body returns a statement that the directive can stand before.
func body(s spelling, info *clauseInfo) string {
	r := &Raw{Parts: s.parts}
	switch {
	case r.IsStandalone() || s.parts[0] == ompir.Ordered && info.name == "depend":
		return ""
	case r.Has(ompir.For) || r.Has(ompir.Simd) || r.Has(ompir.Distribute) || r.Has(ompir.Taskloop):
		return "for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) f();"
	case r.Has(ompir.Atomic) && info.name == "read":
		return "y = x;"
	case r.Has(ompir.Atomic) && info.name == "write":
		return "x = y;"
	case r.Has(ompir.Atomic) && info.name == "capture":
		return "y = x++;"
	case r.Has(ompir.Atomic) && (info.kind == ompir.Compare || info.kind == Fail):
		return "if (x == y) { x = n; }"
	case r.Has(ompir.Atomic):
		return "x++;"
	}
	return "{ f(); }"
}

var gccError = regexp.MustCompile(`(?m)^t\.c:(\d+):\d+: (?:error|sorry[^:]*): (.*)$`)

// writeCase adds three lines of C for one directive, if this parser takes it.
func writeCase(src *bytes.Buffer, n int, s spelling, info *clauseInfo) (text string, ok bool) {
	text = directiveText(s, info)
	r, diags := Parse(text, ompir.Pos{})
	switch {
	case len(diags) > 0, r.Spelling() != strings.Join(s.words, " "):
		return "", false
	case s.parts[0] == ompir.DeclareSimd, s.parts[0] == ompir.Section:
		return "", false // these need more around them
	case info.name == "enter", info.name == "detach":
		return "", false // since gcc 13, and of an event
	case r.IsDeclarative():
		fmt.Fprintf(src, "\n#pragma omp %s\n\n", text)
	default:
		fmt.Fprintf(src, "void f%d(int n, int x, int y, int *p, int a[], int b[]) {\n#pragma omp %s\n%s }\n",
			n, text, body(s, info))
	}
	return text, true
}

// TestAgainstGCC tries every clause on every directive: what this parser takes, gcc
// must take too. (gcc takes more, from OpenMP 5.)
func TestAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc to compare with")
	}
	var src bytes.Buffer
	src.WriteString("void f(void); static int t, g, h;\n\n#pragma omp threadprivate(t)\n")
	var texts []string
	for _, s := range spellings {
		for _, info := range clauseTable {
			if text, ok := writeCase(&src, len(texts), s, info); ok {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) < 400 {
		t.Errorf("only %d directives tried", len(texts))
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.c"), src.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(gcc, "-fopenmp", "-fsyntax-only", "-w", "-fmax-errors=0", "t.c")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	for _, m := range gccError.FindAllStringSubmatch(string(out), -1) {
		line, _ := strconv.Atoi(m[1])
		t.Errorf("%s: gcc says %s", texts[(line-4)/3], m[2])
	}
}
