// Functions of another file that pass their own local objects to a third file: their
// memory is taken from the work-item's stack. One is called in its own file, too.
// FILES: parts/nested.c parts/vectors.c
#include <stdio.h>
#include "parts/vectors.h"
#include "parts/nested.h"

int main(void)
{
    int a[16], r[16], s[16];
    for (int i = 0; i < 16; i++)
        a[i] = i * 5 % 16;
#pragma omp target teams distribute parallel for map(to: a) map(from: r, s)
    for (int i = 0; i < 16; i++) {
        struct sums v = {0, 0};
        int own[4] = {i, 1, 2, a[i]};
        for (int k = 0; k < 3; k++) {
            spread(a, 16, i + k, &v);
            v.low += weighed(own, 4, k);
        }
        r[i] = v.low * 100 + v.high;
        s[i] = spread_rows(a, 4, i);
    }
    for (int i = 0; i < 16; i++)
        printf("%d %d\n", r[i], s[i]);
    printf("%d\n", nested_region(a));
    return 0;
}
