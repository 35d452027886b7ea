// Command report turns what the benchmark measured into a table on standard output,
// ppe.json and two plots. It needs nothing of the machine but /proc, so that it runs
// where the measurement ran.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	var o options
	flag.BoolVar(&o.quick, "quick", false, "the measurement shows only that the programs work")
	flag.BoolVar(&o.best, "best", false, "compare the best runs, not the medians: for a machine that does other work too")
	flag.StringVar(&o.compiler, "compiler", "", "the host's compiler, in words")
	flag.StringVar(&o.flags, "flags", "", "the options of the host's compiler")
	flag.StringVar(&o.out, "out", ".", "directory for ppe.json, times.svg and ratios.svg")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: report [options] RESULTS.jsonl")
		os.Exit(2)
	}
	if err := report(o, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

type options struct {
	quick, best          bool
	compiler, flags, out string
}

// errWrong says that some program failed or computed something else than the others.
var errWrong = errors.New("some programs failed, or their results are wrong")

func report(o options, results string) error {
	f, err := os.Open(results)
	if err != nil {
		return err
	}
	defer f.Close()
	all, err := read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", results, err)
	}
	s := newSuite(o, thisMachine(o), all)
	if err := writeTable(os.Stdout, s); err != nil {
		return err
	}
	if err := s.writeFiles(o.out); err != nil {
		return err
	}
	if s.Wrong > 0 {
		return errWrong
	}
	return nil
}

// writeFiles writes the JSON and the plots, which quick numbers do not deserve.
func (s *suite) writeFiles(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	files := map[string][]byte{"ppe.json": append(text, '\n')}
	if !s.Quick {
		files["times.svg"] = []byte(timesPlot(s))
		files["ratios.svg"] = []byte(ratiosPlot(s))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
