/* The kernels of random.c: writing, changing and reading a part of a section, for each map type. */
#define PRAGMA(text) _Pragma(#text)

#define KERNELS(type)                                                                          \
    static void set_##type(int *p, long lo, long n, long from, long to, int k)                 \
    {                                                                                          \
        PRAGMA(omp target teams distribute parallel for map(type: p[lo:n]))                    \
        for (long i = from; i < to; i++)                                                       \
            p[i] = VALUE(k, i);                                                                \
    }                                                                                          \
    static void add_##type(int *p, long lo, long n, long from, long to, int k)                 \
    {                                                                                          \
        PRAGMA(omp target teams distribute parallel for map(type: p[lo:n]))                    \
        for (long i = from; i < to; i++)                                                       \
            p[i] = (int)((unsigned)p[i] + (unsigned)k);                                        \
    }                                                                                          \
    static unsigned sum_##type(int *p, long lo, long n, long from, long to)                    \
    {                                                                                          \
        unsigned sum = 0;                                                                      \
        PRAGMA(omp target teams distribute parallel for map(type: p[lo:n]) map(tofrom: sum) reduction(+: sum)) \
        for (long i = from; i < to; i++)                                                       \
            sum += (unsigned)p[i] * (2u * (unsigned)i + 1u);                                   \
        return sum;                                                                            \
    }
KERNELS(to)
KERNELS(from)
KERNELS(tofrom)
KERNELS(alloc)

typedef void writer(int *, long, long, long, long, int);
typedef unsigned reader(int *, long, long, long, long);
static writer *const setters[] = {set_alloc, set_to, set_from, set_tofrom};
static writer *const adders[] = {add_alloc, add_to, add_from, add_tofrom};
static reader *const sums[] = {sum_alloc, sum_to, sum_from, sum_tofrom};

/* q[qlo...) = p[plo...), n elements. */
static void copy_kernel(int *q, long qlo, const int *p, long plo, long n)
{
#pragma omp target teams distribute parallel for map(to: p[plo:n]) map(from: q[qlo:n])
    for (long i = 0; i < n; i++)
        q[qlo + i] = p[plo + i];
}
