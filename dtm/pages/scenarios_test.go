package pages_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"omp2cl/dtm/pages"
)

// rungs are all there are, by the numbers that the scenarios' program takes.
var rungs = []pages.Rung{pages.UFFD, pages.UFFDUser, pages.WP, pages.Mprotect}

// noRung is the exit status of a program whose rung does not work on this machine.
const noRung = 77

// limit is how long a scenario may run before it counts as hanging.
const limit = 4 * time.Minute

// buildScenarios compiles the C side with the scenarios of testdata into a program
// and returns its path.
func buildScenarios(t *testing.T, flags ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "scenarios")
	var sources []string
	for _, pattern := range []string{"*.c", "testdata/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, files...)
	}
	args := append([]string{"-g", "-Wall", "-Wextra", "-Werror", "-I.", "-o", program}, flags...)
	out, err := exec.Command("gcc", append(args, append(sources, "-lpthread")...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return program
}

type scenario struct {
	name   string
	diesOf int // the signal that ends it; 0: it returns
}

func listScenarios(t *testing.T, program string) []scenario {
	t.Helper()
	out, err := exec.Command(program, "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []scenario
	for line := range strings.Lines(string(out)) {
		name, signal, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(signal)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, scenario{name, n})
	}
	if len(list) < 40 {
		t.Fatalf("only %d scenarios", len(list))
	}
	return list
}

// refused remembers the rungs that do not work here, to say so once.
var refused sync.Map

func runScenario(t *testing.T, program string, rung pages.Rung, s scenario, env ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, strconv.Itoa(int(rung)), s.name)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	status := cmd.ProcessState
	switch {
	case ctx.Err() != nil:
		t.Errorf("hangs\n%s", out)
	case status == nil:
		t.Error(err)
	case status.ExitCode() == noRung:
		if _, told := refused.LoadOrStore(rung, true); !told {
			t.Logf("rung %v does not work here: %s", rung, out)
		}
		t.SkipNow()
	case endedBy(err) != s.diesOf || s.diesOf == 0 && err != nil:
		t.Errorf("%v\n%s", err, out)
	}
}

// endedBy gives the signal that ended a program, 0 for none.
func endedBy(err error) int {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0
	}
	return signalOf(exit)
}

// TestScenarios runs every scenario on every rung, each in a process of its own.
func TestScenarios(t *testing.T) {
	program := buildScenarios(t, "-O2")
	for _, s := range listScenarios(t, program) {
		t.Run(s.name, func(t *testing.T) {
			for _, rung := range rungs {
				t.Run(rung.String(), func(t *testing.T) { runScenario(t, program, rung, s) })
			}
		})
	}
}

// TestScenariosChecked runs them with the address and undefined behaviour
// sanitizers, which the handler of SIGSEGV has to share the signal with.
func TestScenariosChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	program := buildScenarios(t, "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
	const options = "ASAN_OPTIONS=handle_segv=0:allow_user_segv_handler=1:detect_leaks=0"
	for _, s := range listScenarios(t, program) {
		for _, rung := range []pages.Rung{pages.UFFD, pages.Mprotect} {
			t.Run(s.name+"/"+rung.String(), func(t *testing.T) {
				runScenario(t, program, rung, s, options, "PATIENCE=0.1")
			})
		}
	}
}

// TestRaces runs the scenarios with threads under the thread sanitizer.
func TestRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	program := buildScenarios(t, "-O1", "-fsanitize=thread", "-Wno-error=tsan")
	for _, name := range []string{
		"readers_see_whole_pages", "no_write_is_missed", "host_and_device_take_turns", "everything_at_once",
		"gone_while_others_fetch", "four_streams", "bulk_fetch", "counters_and_events",
		"writes_behind_the_copy_are_not_lost", "a_crew_fills_what_few_slots_bring",
		"writes_to_pages_that_a_crew_fills", "a_crew_outlives_a_failed_read", "sixteen_streams",
		"neighbours_touched_together",
	} {
		for _, rung := range []pages.Rung{pages.UFFD, pages.Mprotect} {
			t.Run(name+"/"+rung.String(), func(t *testing.T) {
				runScenario(t, program, rung, scenario{name: name}, "PATIENCE=0.2")
			})
		}
	}
}
