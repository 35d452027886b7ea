// Package cli runs scripts against the real omp2cl command of the tree: what a
// user types, what is said, the exit status, and what is left on disk. How the
// command treats the host compiler's arguments is tested next to the driver.
package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	build := exec.Command("make", "-s", "-C", "../..", "build")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "make build: %v\n%s", err, out)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			temp := filepath.Join(e.WorkDir, "tmp")
			for name, value := range map[string]string{
				"PATH":               filepath.Join(root, "bin") + ":" + os.Getenv("PATH"),
				"ROOT":               root,
				"LC_ALL":             "C",
				"TMPDIR":             temp,
				"XDG_CACHE_HOME":     cache,
				"OMP_TARGET_OFFLOAD": "MANDATORY",
			} {
				e.Setenv(name, value)
			}
			return os.Mkdir(temp, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status, "empty": empty},
	})
}

// status wants the exit status of a command: status N command….
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("status %d, want %s", got, args[0])
	}
}

// empty wants directories without any file.
func empty(ts *testscript.TestScript, neg bool, args []string) {
	for _, dir := range args {
		entries, err := os.ReadDir(ts.MkAbs(dir))
		if err != nil {
			ts.Fatalf("%v", err)
		}
		if neg == (len(entries) == 0) {
			ts.Fatalf("%s has %d entries", dir, len(entries))
		}
	}
}
