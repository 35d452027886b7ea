/* ppe.h: what the programs of this suite share. Every programs/NAME.c is compiled
 * twice: by omp2cl, and by gcc with PPE_HOST, where its target loops are loops of the
 * host's threads. */
#ifndef PPE_H
#define PPE_H

#include <stddef.h>
#include <stdint.h>

/* LOOP(clauses) stands before a parallel loop. MAPPED(v), among its clauses, brings a
 * scalar result back from the device. TEAMS(clauses) stands before a loop whose iterations
 * have memory of their own, and loops over it: these are TEAM_LOOP, each run by a whole team
 * on the device, and by the one thread that has the iteration on the host. SIDE(name) tells
 * the two compilations apart. */
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#ifdef PPE_HOST
#define SIDE(name) name##_host
#define LOOP(...) PRAGMA(omp parallel for __VA_ARGS__)
#define MAPPED(...)
#define TEAMS(...) PRAGMA(omp parallel for __VA_ARGS__)
#define TEAM_LOOP
#else
#define SIDE(name) name##_device
#define LOOP(...) PRAGMA(omp target teams distribute parallel for __VA_ARGS__)
#define MAPPED(...) map(tofrom: __VA_ARGS__)
#define TEAMS(...) PRAGMA(omp target teams distribute __VA_ARGS__)
#define TEAM_LOOP PRAGMA(omp parallel for)
#endif

/* Type is the type of an array's elements. */
enum type { F32, F64, I32, U32 };

/* Role says what a run does with an array: reads it, writes it (then it is compared
 * between the sides), or uses it between its loops. */
enum role { IN, OUT, SCRATCH };

struct array {
    void *at;
    size_t count; /* elements */
    enum type type;
    enum role role;
};

enum { MAX_ARRAYS = 8, MAX_RESULTS = 8, LEVELS = 4 };

/* A problem is one program at one size, with the data of one side. */
struct problem {
    int level;  /* 0 to LEVELS-1; the work grows 16-fold from one to the next */
    int large;  /* whether the sizes are those of large devices */
    long n, m;  /* what the size means is the program's own matter */
    struct array array[MAX_ARRAYS];
    int arrays;
    double result[MAX_RESULTS]; /* scalars that a run computes */
    int results;
    double bytes;     /* a run moves at least these from and to memory, */
    double flops;     /* and does these floating-point operations; 0: not the point */
    double tolerance; /* relative difference between sides that is still right */
    double strays;    /* share of the elements of an array that may differ more */
};

/* A program, as a side sees it. Runs on the same problem leave the same values. */
struct program {
    const char *name;
    const char *what;
    void (*setup)(struct problem *); /* sets size and arrays; the same on every side */
    void (*run)(struct problem *);
};

/* scaled returns the side length of a problem whose work is its power-th power: top
 * (small or large) at the last level, rounded to a multiple of 16. */
long scaled(const struct problem *p, int power, long small, long large);

/* array adds an array to p and returns its zeroed memory. */
void *array(struct problem *p, enum role role, enum type type, size_t count);

/* hash mixes a seed and a number into 64 random-looking bits. */
uint64_t hash(uint64_t seed, uint64_t i);

/* fill_floats and fill_doubles fill with values spread evenly over [low, high). */
void fill_floats(float *a, size_t n, uint64_t seed, double low, double high);
void fill_doubles(double *a, size_t n, uint64_t seed, double low, double high);

size_t type_size(enum type t);

/* release frees the arrays. */
void release(struct problem *p);

#endif
