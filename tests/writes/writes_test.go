// Package writes checks what the compiler says of the writes of target regions:
// which list items a region leaves unchanged, and whether it may write anything
// else (OMP2CL_MAP_READONLY, OMP2CL_WRITES_ELSEWHERE). A runtime that believes it
// loses data when it is wrong, so this also compares it with what random regions
// full of aliases do when gcc runs them (random_test.go).
package writes

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"omp2cl/frontend"
	"omp2cl/lower"
	"omp2cl/ompir"
)

// claim is what the compiler says of one region.
type claim struct {
	kept     []string // bases of the items that the region does not write through
	apart    []string // bases of those that a device compiler is told of
	confined bool     // it writes nothing else
}

// claims translates a C file and returns what is said of its target regions, in
// order.
func claims(t *testing.T, file string) []claim {
	t.Helper()
	text, err := exec.Command("gcc", "-E", "-fopenmp", file).Output()
	if err != nil {
		t.Fatalf("gcc -E %s: %v", file, err)
	}
	m, diags := frontend.Build(frontend.Source{File: file, Text: text})
	if m == nil {
		t.Fatalf("%s: %v", file, diags)
	}
	if err := lower.Run(m, lower.Options{}); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var out []claim
	for _, k := range m.Kernels {
		out = append(out, claimOf(k))
	}
	return out
}

func claimOf(k *ompir.Kernel) claim {
	c := claim{confined: k.Confined}
	for _, t := range k.Transfers {
		base := strings.TrimPrefix(t.Base, "&")
		if t.Map&ompir.MapReadonly != 0 {
			c.kept = append(c.kept, base)
		}
		if t.Restrict {
			c.apart = append(c.apart, base)
		}
	}
	c.kept, c.apart = sorted(c.kept), sorted(c.apart)
	return c
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// writes is what the claim says of writes, as the testdata write it.
func (c claim) writes() string {
	text := strings.Join(c.kept, " ")
	if !c.confined {
		text += " | elsewhere"
	}
	return strings.TrimSpace(text)
}

// restricted is what the claim says to the device compiler, as the testdata write it.
func (c claim) restricted() string { return strings.Join(c.apart, " ") }

// TestClaims compares what is said of the regions of testdata/*.c with the
// comments "//= names" in them, one before each region in order: the bases of the
// items that it does not write through, and "| elsewhere" when it may write
// something else.
func TestClaims(t *testing.T) { testClaims(t, "testdata/*.c", claim.writes) }

// TestRestricted compares the items whose parameters get `restrict` in the regions of
// testdata/restricted/*.c with the comments "//= names" in them, one before each
// region in order: an item that the region only reads may have it if no access to it
// goes through a pointer that may lead to something else.
func TestRestricted(t *testing.T) { testClaims(t, "testdata/restricted/*.c", claim.restricted) }

// testClaims compares a part of what is said with the comments in the files.
func testClaims(t *testing.T, pattern string, part func(claim) string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, wantedClaims(string(text)), claims(t, file), part)
		})
	}
}

// wanted is an expected claim and its line.
type wanted struct {
	line int
	text string
}

func wantedClaims(text string) []wanted {
	var out []wanted
	for i, line := range strings.Split(text, "\n") {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//="); ok {
			out = append(out, wanted{i + 1, strings.TrimSpace(rest)})
		}
	}
	return out
}

func compare(t *testing.T, want []wanted, got []claim, part func(claim) string) {
	if len(want) != len(got) {
		t.Fatalf("%d regions, %d comments", len(got), len(want))
	}
	for i, c := range got {
		if said := part(c); said != want[i].text {
			t.Errorf("line %d: said %q, want %q", want[i].line, said, want[i].text)
		}
	}
}

// run builds a program without OpenMP and returns what it prints.
func run(t *testing.T, file string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "program")
	if said, err := exec.Command("gcc", "-O1", "-w", "-fno-strict-aliasing", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("gcc %s: %v\n%s", file, err, said)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", file, err))
	}
	return string(out)
}
