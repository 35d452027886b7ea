/* What the programs of the suite share: numbered values, checks, and kernels
 * that stand in kernels.c, so that most programs are plain C around calls. */
#ifndef TORTURE_H
#define TORTURE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The i-th value of a series; the series of different seeds differ everywhere. */
#define VALUE(seed, i) ((int)((unsigned)(seed) * 1000003u + (unsigned)(i) * 2654435761u))
#define BYTE(seed, i) ((unsigned char)((unsigned)(seed) * 37u + (unsigned)(i) * 11u + ((unsigned)(i) >> 8)))

/* Kernels: each is one bare combined construct, which maps p[0:n]. They run
 * on the default device of the calling thread. */
void dev_fill(int *p, long n, int seed);                     /* from: p[i] = VALUE(seed, i) */
void dev_add(int *p, long n, int k);                         /* tofrom: p[i] += k */
void dev_set(int *p, long n, long lo, long hi, int k);       /* tofrom: p[lo..hi) = k */
void dev_copy(int *target, const int *source, long n);       /* from, to */
long dev_wrong(const int *p, long n, int seed);              /* to: how many differ from VALUE(seed, i) */
long dev_wrong_plus(const int *p, long n, int seed, int k);  /* to: how many differ from VALUE(seed, i) + k */
long dev_sum(const int *p, long n);                          /* to */
void dev_fill_bytes(unsigned char *p, long n, int seed);     /* from: BYTE(seed, i) */
void dev_add_bytes(unsigned char *p, long n, int k);         /* tofrom */
void dev_set_bytes(unsigned char *p, long n, int k);         /* from */
long dev_wrong_bytes(const unsigned char *p, long n, int seed);
long dev_count_bytes(const unsigned char *p, long n, int k); /* to: how many equal k */

/* Whether the default device keeps copies of its own (a discrete device). */
int separate(void);

/* The same on the host, for memory as the program sees it. */
void host_fill(int *p, long n, int seed);
long host_wrong(const int *p, long n, int seed);
long host_wrong_plus(const int *p, long n, int seed, int k);
long host_sum(const int *p, long n);
void host_fill_bytes(unsigned char *p, long n, int seed);
long host_wrong_bytes(const unsigned char *p, long n, int seed);
long host_count_bytes(const unsigned char *p, long n, int k);

/* Takes n bytes through uploads, results, partial changes by the host and
 * launches in a row; what is wrong is reported under the name. */
void exercise(const char *name, unsigned char *p, long n);

/* check prints "name value" and counts a failure if it is not what is wanted.
 * quiet_check prints only failures. Both may be called by several threads. */
void check(const char *name, long got, long want);
void quiet_check(const char *name, long got, long want);

/* The exit status that the checks so far give. */
int status(void);

/* must stops the program, with a message, when a call that it needs fails. */
#define must(call) must_be((call) ? 1 : 0, #call, __FILE__, __LINE__)
void must_be(int ok, const char *call, const char *file, int line);

/* A generator of random numbers: the same on all machines. */
typedef struct { uint64_t state; } dice;
static inline uint32_t roll(dice *d)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(d->state >> 33);
}
static inline long below(dice *d, long n) { return n <= 0 ? 0 : (long)(((uint64_t)roll(d) << 31 | roll(d)) % (uint64_t)n); }

#endif
