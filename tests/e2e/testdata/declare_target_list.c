// declare target(list) and declare target to(list), before the definition.
#include <stdio.h>

int twice(int x);
float scale;
int limits[4];
#pragma omp declare target(twice)
#pragma omp declare target to(scale, limits)

int twice(int x) { return 2 * x + limits[x & 3]; }

int main(void)
{
    int out[6];
    float f;
    scale = 1.5f;
    for (int i = 0; i < 4; i++)
        limits[i] = 10 * i;
#pragma omp target update to(scale, limits)
#pragma omp target map(from: out, f)
    {
        for (int i = 0; i < 6; i++)
            out[i] = twice(i);
        f = scale * 2;
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", out[i]);
    printf("%g\n", f);
    return 0;
}
