// A host construct's private copy of a declare target variable is a variable of the function: regions get it, not the original.
#include <stdio.h>

#pragma omp declare target
static int v = 6, a[4] = {2, 3, 4, 5};
static int original(void) { return v; }
#pragma omp end declare target

int main(void)
{
    int seen[8] = {0};
#pragma omp target update to(v, a)
#pragma omp parallel private(v) num_threads(1)
    {
        v = 20;
#pragma omp target map(from: seen[0:2])
        {
            v++; /* firstprivate */
            seen[0] = v;
            seen[1] = original();
        }
        seen[2] = v;
    }
#pragma omp parallel firstprivate(a, v) num_threads(2)
#pragma omp single
    {
        a[1] = 30, v = 40;
#pragma omp target map(tofrom: a, v) map(from: seen[3:2])
        {
            seen[3] = a[1] + v;
            seen[4] = original();
            a[2] = 50;
        }
        seen[5] = a[2];
    }
    int sum = 0;
#pragma omp parallel for reduction(+: v, sum) num_threads(1)
    for (int i = 0; i < 3; i++) {
#pragma omp target map(tofrom: v)
        v += i;
        sum += v;
    }
#pragma omp target update to(v)
#pragma omp target map(from: seen[6:2])
    {
        seen[6] = v;
        seen[7] = a[1] + a[2];
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", seen[i]);
    printf("%d %d\n", sum, v);
    return 0;
}
