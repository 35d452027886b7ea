// Host OpenMP constructs in the same file stay with the host compiler: tasks,
// parallel for, critical, threadprivate, declare reduction, simd, ordered.
#include <omp.h>
#include <stdio.h>

static int counter;
#pragma omp threadprivate(counter)

struct range { int lo, hi; };
#pragma omp declare reduction(hull: struct range: \
    omp_out.lo = omp_in.lo < omp_out.lo ? omp_in.lo : omp_out.lo, \
    omp_out.hi = omp_in.hi > omp_out.hi ? omp_in.hi : omp_out.hi) initializer(omp_priv = {1000, -1000})

static int fib(int n)
{
    int a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void)
{
    int f = 0, a[40], sum = 0, ordered[5], at = 0;
    struct range r = {1000, -1000};
#pragma omp parallel
#pragma omp single
    f = fib(12);
#pragma omp target map(from: a)
    for (int i = 0; i < 40; i++)
        a[i] = (i * 7) % 40;
#pragma omp parallel for reduction(hull: r) reduction(+: sum) num_threads(3)
    for (int i = 0; i < 40; i++) {
        r.lo = a[i] < r.lo ? a[i] : r.lo;
        r.hi = a[i] > r.hi ? a[i] : r.hi;
        sum += a[i];
        counter++;
    }
#pragma omp parallel for ordered
    for (int i = 0; i < 5; i++) {
#pragma omp ordered
        ordered[at++] = i;
    }
    printf("%d %d %d %d %d\n", f, r.lo, r.hi, sum, ordered[4]);
    return 0;
}
