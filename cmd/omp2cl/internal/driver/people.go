package driver

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"omp2cl/cmd/omp2cl/internal/report"
)

// subcommands are the words that make omp2cl something else than a compiler.
var subcommands = []string{"translate", "devices", "report", "info", "completion", "help"}

// subcommand reports whether words begin with a subcommand. A file of that
// name is an input for the host compiler instead.
func subcommand(words []string) (string, bool) {
	if len(words) == 0 || !slices.Contains(subcommands, words[0]) {
		return "", false
	}
	info, err := os.Stat(words[0])
	return words[0], err != nil || info.IsDir()
}

// people runs the subcommands for people.
func (s *session) people(name string, argv []string, c Compiler) int {
	if name == "translate" && !asksHelp(argv[2:]) {
		return s.translateCommand(argv[2:], c)
	}
	if name == "report" && !asksHelp(argv[2:]) {
		return s.reportCommand(argv[2:])
	}
	code := exitOK
	app := s.app(&code)
	if err := app.Run(argv); err != nil {
		return s.fail(err)
	}
	return code
}

func asksHelp(words []string) bool {
	return slices.Contains(words, "--help") || slices.Contains(words, "-h")
}

func (s *session) app(code *int) *cli.App {
	return &cli.App{
		Name:            "omp2cl",
		Usage:           "compile C with OpenMP device constructs for OpenCL devices",
		UsageText:       "omp2cl [arguments of gcc]          compile and link, as gcc does\nomp2cl subcommand [arguments]      one of those below",
		Description:     "See omp2cl --omp2cl-help for the options of the compiler.",
		Version:         version,
		HideVersion:     true,
		Writer:          s.stdout,
		ErrWriter:       s.stderr,
		CommandNotFound: func(_ *cli.Context, name string) { *code = s.noTopic(name) },
		ExitErrHandler:  func(*cli.Context, error) {},
		Commands: []*cli.Command{
			{Name: "translate", Usage: "write the kernels (.cl) and the host text (.host.c) of a C file", ArgsUsage: "FILE [-o DIR] [arguments of gcc]"},
			{Name: "devices", Usage: "list the OpenCL devices in OpenMP numbering", Action: func(*cli.Context) error {
				var err error
				*code, err = s.devices()
				return err
			}},
			{Name: "report", Usage: "make a page and a summary of a trace (OMP2CL_TRACE=FILE) of a program's run", ArgsUsage: report.Usage},
			{Name: "info", Usage: "tell versions, paths and the host compiler", Action: func(*cli.Context) error { return s.info() }},
			{Name: "completion", Usage: "print a completion script", ArgsUsage: "bash|zsh|fish", Action: func(ctx *cli.Context) error {
				return s.completion(ctx.Args().Slice())
			}},
		},
	}
}

func (s *session) noTopic(name string) int {
	fmt.Fprintf(s.stderr, "omp2cl: error: no help for '%s'%s\n", name, didYouMean(name, subcommands, ""))
	return exitError
}

// translateCommand is omp2cl translate FILE [-o DIR] [cpp flags].
func (s *session) translateCommand(words []string, c Compiler) int {
	own, words, err := takeOwnOptions(expandResponseFiles(words), c)
	if err != nil {
		return s.fail(err)
	}
	inv := newInvocation(words)
	inputs := inv.cInputs()
	if len(inputs) != 1 {
		return s.fail(fmt.Errorf("translate takes one C file, and got %d; usage: omp2cl translate FILE [-o DIR] [arguments of gcc]", len(inputs)))
	}
	s.watchSignals()
	u := &unit{at: inputs[0], in: inv.args[inputs[0]]}
	code, err := s.translateOnly(&inv, own, c, u)
	if err != nil {
		return s.fail(err)
	}
	return code
}

func (s *session) translateOnly(inv *invocation, own ownOptions, c Compiler, u *unit) (int, error) {
	ok, err := s.preprocessed(inv, u)
	if err != nil {
		return exitError, err
	}
	if !ok {
		s.sayPreprocessor(u)
		return exitError, nil
	}
	if c.HasDevice(u.text) {
		if code, err := s.translate(inv, own, c, u); err != nil || code != exitOK || own.stopAfter != "" {
			return code, err
		}
	}
	if !u.result.HasDevice {
		return exitError, fmt.Errorf("%s has no OpenMP device construct (target, declare target): there is nothing to translate", u.in.value)
	}
	host, err := s.readableHost(inv, u)
	if err != nil {
		return exitError, err
	}
	u.result.Host = host
	return s.writeTranslation(inv.out, u)
}

// writeTranslation writes both texts into dir, each through a temporary file so
// that neither is ever there in part.
func (s *session) writeTranslation(dir string, u *unit) (int, error) {
	if dir == "" {
		dir = "."
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return exitError, err
	}
	base := filepath.Join(dir, stem(u.in.value))
	if u.in.value == "-" {
		base = filepath.Join(dir, "stdin")
	}
	for _, f := range []struct {
		path string
		text []byte
	}{{base + ".cl", u.result.Kernel}, {base + ".host.c", u.result.Host}} {
		if err := replaceFile(f.path, f.text); err != nil {
			return exitError, err
		}
		fmt.Fprintln(s.stdout, f.path)
	}
	return exitOK, nil
}

func replaceFile(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".omp2cl-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// devices runs the helper program that asks the runtime library.
func (s *session) devices() (int, error) {
	helper := filepath.Join(s.prefix, "libexec", "omp2cl", "omp2cl-devices")
	cmd := exec.Command(helper)
	cmd.Stdout, cmd.Stderr = s.stdout, s.stderr
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	} else if err != nil {
		return exitError, fmt.Errorf("cannot list the devices: %w; install omp2cl again, or run make build in its tree", err)
	}
	return exitOK, nil
}

// info prints versions, paths and the host compiler.
func (s *session) info() error {
	rows := [][2]string{
		{"version", version},
		{"command", filepath.Join(s.prefix, "bin", "omp2cl")},
		{"runtime library", present(s.archive())},
		{"header", present(filepath.Join(s.prefix, "include", "omp2cl.h"))},
		{"host compiler", strings.Join(s.host, " ") + s.hostOrigin()},
		{"host version", s.hostVersion()},
	}
	for _, r := range rows {
		fmt.Fprintf(s.stdout, "%-16s %s\n", r[0], r[1])
	}
	return nil
}

func present(path string) string {
	if _, err := os.Stat(path); err != nil {
		return path + " (missing)"
	}
	return path
}

func (s *session) hostOrigin() string {
	if os.Getenv("OMP2CL_CC") != "" {
		return " (from OMP2CL_CC)"
	}
	return ""
}

func (s *session) hostVersion() string {
	var out bytes.Buffer
	if code, err := s.run([]string{"--version"}, nil, &out, &out); err != nil {
		return err.Error()
	} else if code != 0 {
		return fmt.Sprintf("unknown: --version ended with status %d", code)
	}
	first, _, _ := strings.Cut(out.String(), "\n")
	return first
}
