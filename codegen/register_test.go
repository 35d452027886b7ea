package codegen

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// runtimeStub stands for the runtime: it prints what a unit registers, through the
// runtime's own header, and leaves every region to the host.
const runtimeStub = `#include "omp2cl.h"
#include <stdio.h>
static void code(const char *what, const struct omp2cl_code *c, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        printf("%s %s <%s>", what, c[i].symbol, c[i].prototype);
        for (const char *const *s = c[i].needs; *s; s++)
            printf(" %s", *s);
        printf("\n");
    }
}
void omp2cl_register(const struct omp2cl_unit *u)
{
    printf("unit %s, ABI %d, options <%s>\n", u->file, (int)u->abi == OMP2CL_ABI_VERSION, u->options);
    code("kernel", u->kernels, u->nkernels);
    code("function", u->functions, u->nfunctions);
    for (unsigned i = 0; i < u->nvars; i++)
        printf("variable %s %s: %d bytes, flags %u, align %u\n", u->vars[i].symbol, u->vars[i].name,
               (int)u->vars[i].size, u->vars[i].flags, u->vars[i].align);
    for (unsigned i = 0; i < u->nvars; i++)
        if (u->vars[i].size >= 4)
            printf("%s starts with %d\n", u->vars[i].symbol, *(int *)u->vars[i].address);
    for (unsigned i = 0; i < u->nregions; i++) {
        const struct omp2cl_region *r = u->regions[i];
        printf("%s:%u:%u: %s in %s, kernel %s, flags %u, slot %d, unit %d\n", r->file, r->line, r->column, r->construct,
               r->function, r->kernel ? r->kernel : "-", r->flags, *r->slot == 0, r->unit == u);
        for (unsigned j = 0; j < r->nitems; j++)
            printf("  %s: kind %u, map %u\n", r->items[j].name, r->items[j].kind, r->items[j].map);
    }
}
void omp2cl_unregister(const struct omp2cl_unit *u) { printf("end of %s\n", u->file); }
int omp2cl_target(const struct omp2cl_region *r, int device, const struct omp2cl_launch *l, const struct omp2cl_value *v)
{
    printf("target at %u on %d, %d teams, trip %lu\n", r->line, device, (int)l->num_teams, (unsigned long)l->trip);
    for (unsigned i = 0; i < r->nitems; i++)
        printf("  %s: %d bytes, starts at %d\n", r->items[i].name, (int)v[i].size,
               v[i].base ? (int)((const char *)v[i].begin - (const char *)v[i].base) : 0);
    return 1;
}
#define DATA(name) \
    void omp2cl_##name(const struct omp2cl_region *r, int device, const struct omp2cl_value *v) \
    { \
        printf(#name " at %u on %d:", r->line, device); \
        for (unsigned i = 0; i < r->nitems; i++) \
            printf(" %d", (int)v[i].size); \
        printf("\n"); \
    }
DATA(data_begin)
DATA(data_end)
DATA(enter_data)
DATA(exit_data)
DATA(update)
`

// TestRegistration runs the host text of goldens that are whole programs with a
// stub of the runtime under OMP_TARGET_OFFLOAD=MANDATORY: what they register, what
// they pass, and that the host's version of each region works.
func TestRegistration(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	for _, g := range goldens(t) {
		if g.section("registered") == nil {
			continue
		}
		t.Run(filepath.Base(g.path), func(t *testing.T) {
			host, _, err := Generate(g.input(t))
			if err != nil {
				t.Fatal(err)
			}
			g.compare(t, "registered", runHost(t, host))
			g.save(t)
		})
	}
}

// runHost builds host text and stub and returns what the program prints.
func runHost(t *testing.T, host []byte) []byte {
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	for name, text := range map[string][]byte{"host.i": host, "stub.c": []byte(runtimeStub)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	header, err := filepath.Abs("../rtlib/capi")
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("gcc", "-fopenmp", "-fpreprocessed", "-c", "host.i", "-o", "host.o")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	link := exec.Command("gcc", "-fopenmp", "-I", header, "stub.c", "host.o", "-o", program)
	link.Dir = dir
	if out, err := link.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(program)
	run.Env = append(os.Environ(), "OMP_TARGET_OFFLOAD=MANDATORY", "OMP_NUM_THREADS=2")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return out
}
