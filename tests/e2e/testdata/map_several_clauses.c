// Many clauses and list items, mixed whole variables and sections, default type.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 8, x = 1, y = 2;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), c[8], d[2][4];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i;
        c[i] = 3 * i;
        d[i / 4][i % 4] = 4 * i;
    }
#pragma omp target map(a[0:n], x) map(to: b[0:n], y) map(tofrom: c[1:n - 2]), map(d)
    {
        for (int i = 1; i < n - 1; i++) {
            a[i] += b[i] + y;
            c[i] -= d[i / 4][i % 4];
            d[i / 4][i % 4] = 0;
        }
        x = y;
    }
    for (int i = 0; i < n; i++)
        printf("%d %d %d\n", a[i], c[i], d[i / 4][i % 4]);
    printf("%d %d\n", x, y);
    free(a);
    free(b);
    return 0;
}
