// Device functions and variables of another file.
// FILES: parts/geometry.c
#include <stdio.h>
#include "parts/geometry.h"

int main(void)
{
    struct point p[20];
    double d[20];
    for (int i = 0; i < 20; i++)
        p[i] = (struct point){i, 2 * i};
    set_scale(0.5);
#pragma omp target teams distribute parallel for map(to: p) map(from: d)
    for (int i = 0; i < 20; i++) {
        struct point q = midpoint(p[i], p[19 - i]);
        d[i] = norm1(&q) * geometry_scale;
    }
    for (int i = 0; i < 20; i++)
        printf("%g ", d[i]);
    printf("\n%d\n", geometry_calls());
    return 0;
}
