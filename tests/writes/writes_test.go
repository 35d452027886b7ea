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
		if t.Map&ompir.MapReadonly != 0 {
			c.kept = append(c.kept, strings.TrimPrefix(t.Base, "&"))
		}
	}
	slices.Sort(c.kept)
	c.kept = slices.Compact(c.kept)
	return c
}

// String is the claim as the testdata write it.
func (c claim) String() string {
	text := strings.Join(c.kept, " ")
	if !c.confined {
		text += " | elsewhere"
	}
	return strings.TrimSpace(text)
}

// TestClaims compares what is said of the regions of testdata/*.c with the
// comments "//= names" in them, one before each region in order: the bases of the
// items that it does not write through, and "| elsewhere" when it may write
// something else.
func TestClaims(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, wantedClaims(string(text)), claims(t, file))
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

func compare(t *testing.T, want []wanted, got []claim) {
	if len(want) != len(got) {
		t.Fatalf("%d regions, %d comments", len(got), len(want))
	}
	for i, c := range got {
		if c.String() != want[i].text {
			t.Errorf("line %d: said %q, want %q", want[i].line, c, want[i].text)
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
