package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"omp2cl/cmd/omp2cl/internal/driver"
	"omp2cl/codegen"
	"omp2cl/frontend"
	"omp2cl/lower"
	"omp2cl/ompir"
)

// frontendPass is the name under which --omp2cl-dump shows the module as the front
// end builds it.
const frontendPass = "frontend"

// Translate turns one preprocessed unit into host and kernel text: front end,
// passes, code generation.
func Translate(u driver.Unit, o driver.Options) (driver.Result, error) {
	if !frontend.HasDevice(u.Preprocessed) {
		return driver.Result{}, nil
	}
	u.Preprocessed = frontend.Respell(u.Preprocessed)
	t := &translation{unit: u, options: o, clock: time.Now()}
	err := t.run()
	var diags *ompir.Diagnostics
	var one ompir.Diagnostic
	switch {
	case errors.As(err, &diags):
		t.result.Diagnostics, err = append(t.result.Diagnostics, diags.Sorted()...), nil
	case errors.As(err, &one):
		t.result.Diagnostics, err = append(t.result.Diagnostics, one), nil
	}
	t.result.HasDevice = true
	return t.result, err
}

// translation is one run of Translate.
type translation struct {
	unit    driver.Unit
	options driver.Options
	result  driver.Result
	clock   time.Time
}

func (t *translation) run() error {
	m, diags := frontend.Build(frontend.Source{File: t.unit.File, Text: t.unit.Preprocessed,
		UnsignedChar: t.unit.Flags.UnsignedChar, ShortEnums: t.unit.Flags.ShortEnums,
		StrictAliasing: t.unit.Flags.StrictAliasing})
	if diags.HasErrors() {
		return diags
	}
	if d, ok := wrapping(t.unit.Flags, m); ok {
		diags.Add(d)
	}
	t.result.Diagnostics = diags.Sorted()
	t.after(frontendPass, m)
	if t.options.StopAfter == frontendPass {
		return nil
	}
	disable := map[string]bool{}
	for _, name := range t.options.Disable {
		disable[name] = true
	}
	err := lower.Run(m, lower.Options{StopAfter: t.options.StopAfter, Disable: disable,
		After: func(p lower.Pass, m *ompir.Module) { t.after(p.Name, m) }})
	if err != nil || t.options.StopAfter != "" {
		return err
	}
	t.result.Host, t.result.Kernel, err = codegen.Generate(codegen.Input{Module: m, Text: t.unit.Preprocessed,
		Options: deviceOptions(t.unit.Flags), UnitID: unitID(t.unit)})
	t.time("codegen")
	return err
}

// wrapping warns of -fwrapv, which OpenCL C has no counterpart of.
func wrapping(f driver.HostFlags, m *ompir.Module) (ompir.Diagnostic, bool) {
	if !f.Wrapv {
		return ompir.Diagnostic{}, false
	}
	for _, c := range m.Constructs {
		if d := c.Node.Dir; d != nil && d.Has(ompir.Target) {
			return ompir.Warningf(d.Pos, "wrapv", "-fwrapv does not reach device code, where overflow of signed integers is undefined").
				WithNote("compute with unsigned integers where they may overflow"), true
		}
	}
	return ompir.Diagnostic{}, false
}

// after dumps and times one pass.
func (t *translation) after(pass string, m *ompir.Module) {
	t.time(pass)
	if slices.Contains(t.options.Dump, pass) || slices.Contains(t.options.Dump, "all") {
		fmt.Fprintf(t.options.DumpTo, ";; after %s\n", pass)
		io.WriteString(t.options.DumpTo, ompir.Print(m))
	}
	t.clock = time.Now()
}

func (t *translation) time(pass string) {
	if t.options.TimePasses {
		fmt.Fprintf(t.options.DumpTo, "%10.3f ms  %s\n", float64(time.Since(t.clock).Microseconds())/1000, pass)
	}
	t.clock = time.Now()
}

// unitID tells the static symbols of two units apart: a hash of name and text.
func unitID(u driver.Unit) string {
	h := sha256.New()
	io.WriteString(h, u.File)
	h.Write(u.Preprocessed)
	return hex.EncodeToString(h.Sum(nil))[:8]
}

// passNames lists the passes in order.
func passNames() []string {
	names := []string{frontendPass}
	for _, p := range lower.Passes {
		names = append(names, p.Name)
	}
	return names
}

// optionalPasses lists the passes that --omp2cl-disable may name.
func optionalPasses() []string {
	var names []string
	for _, p := range lower.Passes {
		if p.Optional {
			names = append(names, p.Name)
		}
	}
	return names
}
