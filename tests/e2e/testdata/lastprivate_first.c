// One-iteration loops with lastprivate; firstprivate and lastprivate together
// carry the first value in.
#include <stdio.h>

static int run(int n)
{
    int x = 42, y = 7;
#pragma omp target map(tofrom: x, y)
#pragma omp parallel
    {
#pragma omp for lastprivate(x)
        for (int i = 0; i < n; i++)
            x = i;
#pragma omp for firstprivate(y) lastprivate(y)
        for (int i = 0; i < n; i++)
            y = i == n - 1 ? y + n : y;
    }
    return x * 1000 + y;
}

int main(void)
{
    printf("%d %d %d\n", run(1), run(2), run(100));
    return 0;
}
