// Part of host_header_region.c.
#define HEADER_ADD 1

#pragma omp declare target
static inline int header_plus(int x) { return x + HEADER_ADD; }
#pragma omp end declare target

static int header_square(int x)
{
    int r = 0;
#pragma omp target map(tofrom: r)
    r = header_plus(x * x);
    return r;
}
