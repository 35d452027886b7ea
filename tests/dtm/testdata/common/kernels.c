/* The kernels of torture.h. */
#include "torture.h"

void dev_fill(int *p, long n, int seed)
{
#pragma omp target teams distribute parallel for map(from: p[0:n])
    for (long i = 0; i < n; i++)
        p[i] = VALUE(seed, i);
}

void dev_add(int *p, long n, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (long i = 0; i < n; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

void dev_set(int *p, long n, long lo, long hi, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (long i = lo; i < hi; i++)
        p[i] = k;
}

void dev_copy(int *target, const int *source, long n)
{
#pragma omp target teams distribute parallel for map(from: target[0:n]) map(to: source[0:n])
    for (long i = 0; i < n; i++)
        target[i] = source[i];
}

long dev_wrong_plus(const int *p, long n, int seed, int k)
{
    long wrong = 0;
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(tofrom: wrong) reduction(+: wrong)
    for (long i = 0; i < n; i++)
        wrong += p[i] != (int)((unsigned)VALUE(seed, i) + (unsigned)k);
    return wrong;
}

long dev_wrong(const int *p, long n, int seed) { return dev_wrong_plus(p, n, seed, 0); }

long dev_sum(const int *p, long n)
{
    long sum = 0;
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(tofrom: sum) reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

void dev_fill_bytes(unsigned char *p, long n, int seed)
{
#pragma omp target teams distribute parallel for map(from: p[0:n])
    for (long i = 0; i < n; i++)
        p[i] = BYTE(seed, i);
}

void dev_add_bytes(unsigned char *p, long n, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (long i = 0; i < n; i++)
        p[i] = (unsigned char)(p[i] + k);
}

void dev_set_bytes(unsigned char *p, long n, int k)
{
#pragma omp target teams distribute parallel for map(from: p[0:n])
    for (long i = 0; i < n; i++)
        p[i] = (unsigned char)k;
}

long dev_wrong_bytes(const unsigned char *p, long n, int seed)
{
    long wrong = 0;
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(tofrom: wrong) reduction(+: wrong)
    for (long i = 0; i < n; i++)
        wrong += p[i] != BYTE(seed, i);
    return wrong;
}

long dev_count_bytes(const unsigned char *p, long n, int k)
{
    long count = 0;
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(tofrom: count) reduction(+: count)
    for (long i = 0; i < n; i++)
        count += p[i] == k;
    return count;
}

int separate(void)
{
    int probe[4] = {1, 1, 1, 1}, seen = 0;
#pragma omp target data map(to: probe)
    {
        probe[2] = 2;
#pragma omp target map(from: seen)
        seen = probe[2];
    }
    return seen == 1;
}
