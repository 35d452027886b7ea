// Package scripting holds the commands that the scripts of this tree have
// beside testscript's own.
package scripting

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands are what testscript.Params.Cmds takes.
var Commands = map[string]func(*testscript.TestScript, bool, []string){
	"status": status,
	"empty":  empty,
}

// status wants the exit status of a command: status N command….
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("status %d, want %s", got, args[0])
	}
}

// empty wants directories without any file: empty dir….
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
