// Command gotest runs go test with the arguments given, prints the output of
// the tests that fail, and ends with a line "N passed, N failed[, N skipped]"
// that counts every test and subtest. Its exit status is 1 when something
// failed or nothing ran.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// event is one line of go test -json.
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
	Elapsed    float64
}

// tally counts results and keeps the output of what has not ended yet.
type tally struct {
	passed, failed, skipped int
	output                  map[string][]string
	explained               map[string]bool // packages with a test that failed
	out                     io.Writer
}

func main() {
	words := append(goCommand(), "test", "-json")
	cmd := exec.Command(words[0], append(words[1:], os.Args[1:]...)...)
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
	t := tally{output: map[string][]string{}, explained: map[string]bool{}, out: os.Stdout}
	t.read(events)
	err = cmd.Wait()
	fmt.Println(t.summary())
	if err != nil || t.failed > 0 || t.passed == 0 {
		os.Exit(1)
	}
}

// goCommand is $GO, which may hold arguments, else go.
func goCommand() []string {
	if words := strings.Fields(os.Getenv("GO")); len(words) > 0 {
		return words
	}
	return []string{"go"}
}

// read takes the lines of go test -json; a line that is no event is shown.
func (t *tally) read(r io.Reader) {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) == nil {
			t.take(e)
		} else if len(line) > 0 {
			fmt.Fprintf(t.out, "%s", line)
		}
		if err != nil {
			return
		}
	}
}

func (t *tally) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		if strings.HasPrefix(e.Output, "=== ") {
			return
		}
		t.output[key+e.ImportPath] = append(t.output[key+e.ImportPath], e.Output)
		return
	case "build-fail":
		t.show("  " + e.ImportPath)
		t.show(" " + e.ImportPath)
		return
	case "pass", "skip", "fail":
	default:
		return
	}
	if e.Test == "" {
		t.endPackage(e, key)
		return
	}
	switch e.Action {
	case "pass":
		t.passed++
	case "skip":
		t.skipped++
		t.show(key)
	case "fail":
		t.failed++
		t.explained[e.Package] = true
		t.show(key)
	}
	delete(t.output, key)
}

// endPackage says how a package ended. A package that fails outside its tests
// (it does not build, or panics) counts as one failure.
func (t *tally) endPackage(e event, key string) {
	if e.Action == "fail" && !t.explained[e.Package] {
		t.show(key)
		t.failed++
	}
	if e.Action != "skip" {
		fmt.Fprintf(t.out, "%-4s %-50s %6.1fs\n", e.Action, e.Package, e.Elapsed)
	}
	delete(t.output, key)
}

// show prints what a test has said.
func (t *tally) show(key string) {
	for _, line := range t.output[key] {
		fmt.Fprint(t.out, line)
	}
	delete(t.output, key)
}

func (t *tally) summary() string {
	s := fmt.Sprintf("%d passed, %d failed", t.passed, t.failed)
	if t.skipped > 0 {
		s += fmt.Sprintf(", %d skipped", t.skipped)
	}
	return s
}
