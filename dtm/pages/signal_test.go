package pages_test

import (
	"os/exec"
	"syscall"
)

// signalOf gives the signal that ended a program, 0 for none.
func signalOf(exit *exec.ExitError) int {
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return int(status.Signal())
	}
	return 0
}
