// Regions in a recursive host function, with data environments at each level.
#include <stdio.h>

static int depth(int *v, int n, int level)
{
    int here = 0;
    if (n < 2)
        return v[0];
    int half = n / 2;
#pragma omp target data map(tofrom: v[0:half])
    {
#pragma omp target teams distribute parallel for reduction(+: here)
        for (int i = 0; i < half; i++) {
            v[i] += level;
            here += v[i];
        }
    }
    return here + depth(v, half, level + 1) + depth(v + half, n - half, level + 1);
}

int main(void)
{
    int v[23];
    for (int i = 0; i < 23; i++)
        v[i] = i;
    printf("%d\n", depth(v, 23, 1));
    for (int i = 0; i < 23; i++)
        printf("%d ", v[i]);
    printf("\n");
    return 0;
}
