package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Usage is the form of the subcommand's arguments.
const Usage = "FILE [-o PAGE]"

// Run is omp2cl report: it reads a trace, writes its page (FILE.html unless -o says
// otherwise) and prints its summary. An error says what is wrong with the
// arguments or with a file.
func Run(words []string, w Terminal) error {
	in, out, err := parse(words)
	if err != nil {
		return err
	}
	t, err := load(in)
	if err != nil {
		return err
	}
	if err := save(in, out, t); err != nil {
		return err
	}
	if err := summary(w, t, in); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.Out, "\n%s\n", w.paint(dim, "The page with the timeline is "+printable(out)))
	return err
}

func parse(words []string) (in, out string, err error) {
	usage := errors.New("usage: omp2cl report " + Usage)
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "-o" && i+1 < len(words):
			i++
			out = words[i]
		case strings.HasPrefix(word, "-o") && len(word) > 2:
			out = word[2:]
		case strings.HasPrefix(word, "-") && word != "-":
			return "", "", fmt.Errorf("report does not take '%s'; %w", word, usage)
		case in == "":
			in = word
		default:
			return "", "", fmt.Errorf("report takes one trace, and got '%s' and '%s'; %w", in, word, usage)
		}
	}
	if in == "" {
		return "", "", fmt.Errorf("report takes the trace that a program wrote with OMP2CL_TRACE=FILE; %w", usage)
	}
	if out == "" {
		out = in + ".html"
	}
	return in, out, nil
}

func load(name string) (*trace, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory, not a trace", name)
	}
	t, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// save writes the page so that it is never there in part, readable by the user only
// as the trace is.
func save(in, out string, t *trace) error {
	info, err := os.Stat(out)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return saveTo(out, t, in) // a pipe or a terminal
	}
	if source, sourceErr := os.Stat(in); err == nil && sourceErr == nil && os.SameFile(source, info) {
		return fmt.Errorf("%s is the trace itself: the page needs another name", out)
	}
	f, err := os.CreateTemp(filepath.Dir(out), ".omp2cl-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(writePage(f, t, in), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), out)
}

func saveTo(out string, t *trace, in string) error {
	f, err := os.OpenFile(out, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(writePage(io.Writer(f), t, in), f.Close())
}
