/* problem.c: sizes and data of problems. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ppe.h"

enum { ALIGNMENT = 4096 };

long scaled(const struct problem *p, int power, long small, long large)
{
    double top = p->large ? large : small;
    double side = top / pow(16, (double)(LEVELS - 1 - p->level) / power);
    long rounded = (lround(side) + 8) / 16 * 16;
    return rounded < 16 ? 16 : rounded;
}

size_t type_size(enum type t) { return t == F64 ? 8 : 4; }

void *array(struct problem *p, enum role role, enum type type, size_t count)
{
    if (p->arrays == MAX_ARRAYS) {
        fprintf(stderr, "ppe: a problem has more than %d arrays\n", MAX_ARRAYS);
        exit(1);
    }
    size_t bytes = (count * type_size(type) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *at = aligned_alloc(ALIGNMENT, bytes);
    if (!at) {
        fprintf(stderr, "ppe: no memory for %zu bytes\n", bytes);
        exit(1);
    }
    memset(at, 0, bytes);
    p->array[p->arrays++] = (struct array){at, count, type, role};
    return at;
}

void release(struct problem *p)
{
    for (int i = 0; i < p->arrays; i++)
        free(p->array[i].at);
    p->arrays = 0;
}

/* The finishing steps of splitmix64. */
uint64_t hash(uint64_t seed, uint64_t i)
{
    uint64_t z = (seed + 1) * 0xd1342543de82ef95u + (i + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double unit(uint64_t seed, uint64_t i) { return (hash(seed, i) >> 11) * 0x1p-53; }

void fill_floats(float *a, size_t n, uint64_t seed, double low, double high)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        a[i] = (float)(low + (high - low) * unit(seed, i));
}

void fill_doubles(double *a, size_t n, uint64_t seed, double low, double high)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        a[i] = low + (high - low) * unit(seed, i);
}
