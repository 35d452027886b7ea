package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// simulatorLibrary is oclgrind's OpenCL, which takes the place of the loader.
const simulatorLibrary = "/usr/lib/oclgrind/liboclgrind-rt.so"

// cleanPrograms run under oclgrind, as a GPU runs them: strided loops, trees,
// barriers among all work-items. Programs with atomics or reductions over teams are
// not among them, but for integers that are gathered: oclgrind takes every access beside
// an atomic one for a race.
var cleanPrograms = []string{
	"app_lud", "app_scan", "atomic_gather_batches", "atomic_gather_local", "barrier_phases", "collapse_order", "orphaned_smaller_team", "orphaned_worksharing",
	"parallel_in_control", "reduction_few_threads", "reduction_minmax", "schedule_static_order", "schedules", "sections",
	"several_parallels", "single_copyprivate", "spaces_team", "team_local", "team_local_types", "team_scalars",
	"teams_code_around", "tiles_blocks_small", "tiles_local",
	"vla_in_region", "vla_unknown",
}

// TestRacesAndBounds runs programs under oclgrind: it must find nothing in those of
// the suite, and what was planted in two others.
func TestRacesAndBounds(t *testing.T) {
	if _, err := exec.LookPath("oclgrind"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED, NOTHING WAS TESTED: ", err)
	}
	for _, name := range cleanPrograms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, run := simulate(t, name)
			if diff := compare(expected(t, p), run.stdout, p.tolerance); diff != "" {
				t.Error(diff)
			}
			if run.status != 0 || run.stderr != "" {
				t.Errorf("status %d\n%s", run.status, run.stderr)
			}
		})
	}
	for name, want := range map[string]string{"planted/race": "data race", "planted/bounds": "Invalid write"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, run := simulate(t, name); !strings.Contains(run.stderr, want) {
				t.Errorf("no %q in\n%s", want, run.stderr)
			}
		})
	}
}

// simulate builds a program of testdata and runs it under oclgrind.
func simulate(t *testing.T, name string) (*program, outcome) {
	t.Helper()
	p, err := readProgram(filepath.Join("testdata", name+".c"))
	if err != nil {
		t.Fatal(err)
	}
	exe, _ := build(t, p, translator, t.TempDir())
	env := append(deviceEnv(), "OMP2CL_LIBOPENCL="+simulatorLibrary, "OMP2CL_CACHE=off")
	return p, execute(2*runLimit, env, p.stdin, "oclgrind", "--data-races", "--build-options", "-cl-opt-disable", exe)
}
