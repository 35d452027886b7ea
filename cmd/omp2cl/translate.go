package main

import (
	"errors"

	"omp2cl/cmd/omp2cl/internal/driver"
)

// Translate turns one preprocessed unit into host and kernel text.
func Translate(u driver.Unit, o driver.Options) (driver.Result, error) {
	if !driver.HasDeviceDirective(u.Preprocessed) {
		return driver.Result{}, nil
	}
	return driver.Result{}, errors.New("device constructs: the compiler is not wired")
}

// passNames lists the passes in order.
func passNames() []string { return nil }

// optionalPasses lists the passes that --omp2cl-disable may name.
func optionalPasses() []string { return nil }
