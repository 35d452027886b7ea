// Reductions over empty and one-iteration loops leave the value right.
#include <stdio.h>

static void run(int n)
{
    int s = 11, mx = -5, all = 3;
    double d = 2.5;
    float prod = 1.5f;
#pragma omp target teams distribute parallel for reduction(+: s, d) reduction(max: mx) reduction(&&: all) reduction(*: prod)
    for (int i = 0; i < n; i++) {
        s += i + 1;
        d += 0.5;
        mx = mx > i ? mx : i;
        all = all && n > 1;
        prod *= 2;
    }
    printf("%d: %d %g %d %d %g\n", n, s, d, mx, n > 0 ? all : all != 0, prod);
}

int main(void)
{
    for (int n = -1; n < 4; n++)
        run(n);
    return 0;
}
