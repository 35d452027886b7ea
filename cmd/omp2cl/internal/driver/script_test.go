package driver_test

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"omp2cl/tests/scripting"
)

// TestScripts runs testdata/*.txtar with the command of this test binary.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("INST", inst)
			e.Setenv("PATH", os.Getenv("PATH"))
			e.Setenv("LC_ALL", "C")
			e.Setenv("TMPDIR", filepath.Join(e.WorkDir, "tmp"))
			return os.Mkdir(filepath.Join(e.WorkDir, "tmp"), 0o755)
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                scripting.Commands,
	})
}

// TestInterruptLeavesNothing ends omp2cl by each signal while the host compiler
// hangs with half of its output written.
func TestInterruptLeavesNothing(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	for _, sig := range signals { // a signal that is handled here is not ignored there, as it is under nohup
		signal.Notify(make(chan os.Signal, 1), sig)
	}
	for _, sig := range signals {
		t.Run(sig.String(), func(t *testing.T) { interrupt(t, sig) })
	}
}

// hangingCompiler preprocesses as gcc does, but when it compiles it writes half
// of the output, says so and hangs, with a child of its own.
const hangingCompiler = `#!/bin/sh
for word; do case $word in -E|-'###') exec gcc "$@";; esac; done
while [ $# -gt 1 ]; do [ "$1" = -o ] && echo half > "$2"; shift; done
trap '' TERM INT HUP
sleep 1000 & echo $! > child
: > hanging
wait
`

func interrupt(t *testing.T, sig syscall.Signal) {
	t.Parallel()
	dir := t.TempDir()
	writeSources(t, dir)
	temp := filepath.Join(dir, "tmp")
	compiler := filepath.Join(dir, "hang")
	if err := os.Mkdir(temp, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(compiler, []byte(hangingCompiler), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("omp2cl", "-c", "device.c")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "OMP2CL_CC="+compiler, "TMPDIR="+temp)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, "hanging"))
	before, _ := os.ReadDir(temp)
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if got := cmd.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() || got.Signal() != sig {
		t.Errorf("ended with %v, want %v", cmd.ProcessState, sig)
	}
	if _, err := os.Stat(filepath.Join(dir, "device.o")); err == nil {
		t.Error("half an object is left")
	}
	if after, _ := os.ReadDir(temp); len(before) == 0 || len(after) != 0 {
		t.Errorf("private files: %d before, %d after", len(before), len(after))
	}
	childIsGone(t, filepath.Join(dir, "child"))
}

func waitFor(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
	}
	t.Fatalf("%s does not come", path)
}

// childIsGone checks that no process of the host compiler's lives on.
func childIsGone(t *testing.T, pidFile string) {
	t.Helper()
	pid, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join("/proc", strings.TrimSpace(string(pid)), "stat")
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(state)
		if err != nil || strings.Contains(string(text), ") Z ") {
			return
		}
	}
	t.Errorf("process %s is still there", pid)
}
