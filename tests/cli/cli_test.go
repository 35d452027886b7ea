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

	"omp2cl/tests/scripting"
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
		Cmds: scripting.Commands,
	})
}
