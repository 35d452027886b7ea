/* dot.c: a reduction over all teams. The sum is in one order on one device, so two
 * runs print the same digits. */
#include <math.h>
#include <stdio.h>

enum { N = 1 << 20 };
static double x[N], y[N];

static double dot(void)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < N; i++)
        sum += x[i] * y[i];
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = 1.0 / (i + 1);
        y[i] = 1.0 / (i + 2);
    }
    /* The sum of 1/(k*(k+1)) for k = 1..N is N/(N+1). */
    double sum = dot(), exact = (double)N / (N + 1);
    printf("dot product %.15f, exactly %.15f\n", sum, exact);
    return fabs(sum - exact) > 1e-12;
}
