// Collapsed nests in which one loop is empty, or the inner has one iteration.
#include <stdio.h>

static int run(int n, int m)
{
    int c = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: c)
    for (int i = 0; i < n; i++)
        for (unsigned j = 3; j < (unsigned)m + 3; j++)
            c += i * 10 + (int)j;
#pragma omp target map(tofrom: c)
#pragma omp parallel for collapse(2) reduction(+: c) schedule(dynamic, 2)
    for (int i = n; i > 0; i--)
        for (int j = 0; j != m; j++)
            c += 1000;
    return c;
}

int main(void)
{
    printf("%d %d %d %d %d\n", run(0, 5), run(5, 0), run(1, 1), run(3, 1), run(1, 4));
    return 0;
}
