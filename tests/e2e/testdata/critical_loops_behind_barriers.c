// Critical constructs with loops that call functions, in a team with barriers: PoCL's compiler
// puts barriers of its own into loops that it believes all threads reach together.
#include <stdio.h>
#include <complex.h>

int main(void)
{
    int m = 5;
    float complex z[5], y[5];
    for (int i = 0; i < m; i++) {
        z[i] = i;
        y[i] = 1;
    }
#pragma omp target parallel map(tofrom: z) map(to: y)
    {
#pragma omp critical
        for (int i = 0; i < m; i++)
            z[i] += y[i];
#pragma omp barrier
#pragma omp critical
        for (int i = 0; i < m; i++)
            z[i] -= y[i];
    }
#pragma omp target parallel for reduction(+: z[:m]) map(tofrom: z)
    for (int i = 0; i < 100; i++)
        z[i % m] += 1;
    for (int i = 0; i < m; i++)
        printf("%g\n", (double)crealf(z[i]));
    return 0;
}
