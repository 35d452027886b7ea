/* bench.c: runs one program at one size on three sides: translated by omp2cl, on the
 * host's threads by gcc, and as hand-written OpenCL. The sides take turns, so that what
 * else the machine does strikes all; only runs are timed, not data or set-up. The
 * outputs are compared at the end.
 *
 * usage: bench --host FILE [options] PROGRAM
 *   --host FILE    the shared object that gcc made of the programs
 *   --device N     OpenMP and OpenCL device number (default 0)
 *   --level L      size, 0 to 3 (default 0)
 *   --large        the sizes for large devices; a GPU gets them anyway
 *   --gpu-forms    hand-written kernels as for a GPU, to check them on a CPU
 *   --samples N    at least so many runs of each side (default 11)
 *   --seconds S    and go on for so long, each side (default 0.3)
 *   --patience S   from 3 runs on, stop a side that took so long (default 20)
 *   --sides LIST   of d (translated), h (gcc), o (OpenCL) (default dho)
 *   --list         write the names of the programs and end
 * Writes one line of JSON. Exit status 1: the sides disagree. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare.h"
#include "opencl.h"
#include "residence.h"
#include "table.h"

enum { MAX_SAMPLES = 4096, SIDES = 3, PAUSE_US = 4000 };
enum { DEVICE, HOST, OPENCL };

struct options {
    const char *program, *host, *sides;
    enum forms forms;
    int device, level, large, samples;
    double seconds, patience;
};

struct side {
    const char *name;
    char letter;
    int on;
    struct problem problem;
    double ms[MAX_SAMPLES]; /* of each run */
    int runs;
    double total; /* seconds in runs */
};

static struct side sides[SIDES] = {{.name = "device", .letter = 'd'}, {.name = "host", .letter = 'h'}, {.name = "opencl", .letter = 'o'}};
static const struct entry *entry;
static const struct program *host_program;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void usage(void)
{
    fprintf(stderr, "usage: bench --host FILE [--device N] [--level L] [--large] [--gpu-forms] [--samples N] [--seconds S] "
                    "[--patience S] [--sides LIST] PROGRAM\n       bench --list\n");
    exit(2);
}

static void list_programs(void)
{
    for (const struct entry *e = table; e->program; e++)
        printf("%s\n", e->program->name);
    exit(0);
}

static struct options parse(int argc, char **argv)
{
    struct options o = {.sides = "dho", .samples = 11, .seconds = 0.3, .patience = 20};
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (!strcmp(a, "--list"))
            list_programs();
        if (!strcmp(a, "--large")) {
            o.large = 1;
        } else if (!strcmp(a, "--gpu-forms")) {
            o.forms = GPU_FORMS;
        } else if (a[0] != '-') {
            o.program = a;
        } else if (i + 1 == argc) {
            usage();
        } else {
            const char *v = argv[++i];
            if (!strcmp(a, "--host")) o.host = v;
            else if (!strcmp(a, "--device")) o.device = atoi(v);
            else if (!strcmp(a, "--level")) o.level = atoi(v);
            else if (!strcmp(a, "--samples")) o.samples = atoi(v);
            else if (!strcmp(a, "--seconds")) o.seconds = atof(v);
            else if (!strcmp(a, "--patience")) o.patience = atof(v);
            else if (!strcmp(a, "--sides")) o.sides = v;
            else usage();
        }
    }
    if (!o.program || o.level < 0 || o.level >= LEVELS || o.samples < 1 || o.device < 0)
        usage();
    return o;
}

static const struct entry *find(const char *name)
{
    for (const struct entry *e = table; e->program; e++)
        if (!strcmp(e->program->name, name))
            return e;
    fprintf(stderr, "bench: no program is called %s; --list lists them\n", name);
    exit(2);
}

static const struct program *load_host(const char *file, const char *name)
{
    char symbol[128];
    snprintf(symbol, sizeof symbol, "%s_host", name);
    void *library = file ? dlopen(file, RTLD_NOW | RTLD_LOCAL) : NULL;
    const struct program *p = library ? dlsym(library, symbol) : NULL;
    if (!p) {
        fprintf(stderr, "bench: no host side: %s\n", file ? dlerror() : "--host is missing");
        exit(1);
    }
    return p;
}

static void run(int side)
{
    struct problem *p = &sides[side].problem;
    if (side == DEVICE) {
        entry->program->run(p);
        complete();
    } else if (side == HOST) {
        host_program->run(p);
    } else {
        entry->opencl->run(p);
        finish();
    }
}

static void open_side(int side, const struct options *o)
{
    struct problem *p = &sides[side].problem;
    p->level = o->level;
    p->large = o->large;
    entry->program->setup(p);
    if (side == DEVICE)
        enter(p);
    if (side == OPENCL) {
        upload(p);
        entry->opencl->open(p);
    }
}

static void close_side(int side)
{
    if (side == DEVICE)
        leave(&sides[side].problem);
    if (side == OPENCL)
        download(&sides[side].problem);
}

static int is_done(const struct side *s, const struct options *o)
{
    return !s->on || s->runs == MAX_SAMPLES || (s->runs >= o->samples && s->total >= o->seconds) ||
           (s->runs >= 3 && s->total >= o->patience);
}

/* One turn: after a pause, in which the threads of the other sides go to sleep, and a
 * run that is not timed, runs for a tenth of the time, at least one. */
static void turn(int side, const struct options *o)
{
    struct side *s = &sides[side];
    usleep(PAUSE_US);
    if (s->runs == 0 || s->ms[s->runs - 1] < 100)
        run(side);
    double end = now() + o->seconds / 10;
    do {
        double start = now();
        run(side);
        double took = now() - start;
        s->ms[s->runs++] = took * 1e3;
        s->total += took;
    } while (now() < end && !is_done(s, o));
}

static void measure(const struct options *o)
{
    int left;
    do {
        left = 0;
        for (int side = 0; side < SIDES; side++) {
            if (is_done(&sides[side], o))
                continue;
            turn(side, o);
            left += !is_done(&sides[side], o);
        }
    } while (left > 0);
}

static int by_value(const void *x, const void *y)
{
    double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

static void write_side(struct side *s)
{
    qsort(s->ms, s->runs, sizeof s->ms[0], by_value);
    int n = s->runs;
    double median = n % 2 ? s->ms[n / 2] : (s->ms[n / 2 - 1] + s->ms[n / 2]) / 2;
    printf(", \"%s\": {\"ms\": %.6g, \"best\": %.6g, \"low\": %.6g, \"high\": %.6g, \"runs\": %d}", s->name, median, s->ms[0],
           s->ms[n / 4], s->ms[n - 1 - n / 4], n);
}

/* The reference is the last side but the translated one that ran. */
static double disagreement(void)
{
    double worst = 0;
    int reference = sides[HOST].on ? HOST : OPENCL;
    for (int side = 0; side < SIDES; side++) {
        if (side == reference || !sides[side].on || !sides[reference].on)
            continue;
        double d = compare(&sides[side].problem, &sides[reference].problem, sides[side].name, sides[reference].name);
        if (!(d <= worst))
            worst = d;
    }
    return worst;
}

static double footprint(const struct problem *p)
{
    double bytes = 0;
    for (int i = 0; i < p->arrays; i++)
        bytes += (double)p->array[i].count * type_size(p->array[i].type);
    return bytes;
}

static void write_problem(const struct problem *p)
{
    printf("{\"program\": \"%s\", \"what\": \"%s\", \"level\": %d, \"n\": %ld", entry->program->name, entry->program->what,
           p->level, p->n);
    printf(", \"footprint\": %.0f, \"bytes\": %.0f, \"flops\": %.0f", footprint(p), p->bytes, p->flops);
    printf(", \"device_name\": \"%s\", \"device_is_cpu\": %s", device.name, device.is_cpu ? "true" : "false");
}

int main(int argc, char **argv)
{
    struct options o = parse(argc, argv);
    entry = find(o.program);
    omp_set_default_device(o.device);
    wake_runtime();
    open_device(o.device, o.forms);
    o.large |= !device.is_cpu;
    for (int side = 0; side < SIDES; side++)
        sides[side].on = strchr(o.sides, sides[side].letter) != NULL;
    if (sides[HOST].on)
        host_program = load_host(o.host, o.program);
    for (int side = 0; side < SIDES; side++) {
        if (!sides[side].on)
            continue;
        open_side(side, &o);
        run(side);
    }
    measure(&o);
    const struct problem *p = NULL;
    for (int side = SIDES - 1; side >= 0; side--) {
        if (!sides[side].on)
            continue;
        close_side(side);
        p = &sides[side].problem;
    }
    if (!p)
        usage();
    double worst = disagreement();
    write_problem(p);
    for (int side = 0; side < SIDES; side++)
        if (sides[side].on)
            write_side(&sides[side]);
    printf(", \"difference\": %.3g, \"right\": %s}\n", isfinite(worst) ? worst : -1, worst <= 1 ? "true" : "false");
    return !(worst <= 1);
}
