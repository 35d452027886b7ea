// Pointers as loop variables: to mapped data, up, down, with steps, to structs.
#include <stdio.h>
#include <stdlib.h>

struct rec { char c; double d; };

int main(void)
{
    int n = 50;
    double *a = malloc(n * sizeof *a);
    struct rec r[21];
    static int m[6][4];
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (double *p = a; p < a + n; p++)
        *p = *p * 2 + (double)(p - a);
#pragma omp target map(tofrom: a[0:n]) map(from: r)
    {
#pragma omp parallel for
        for (double *p = a + n - 1; p >= a + 1; p -= 3)
            *p += 1000;
#pragma omp parallel for
        for (struct rec *q = r; q <= &r[20]; q = 1 + q) {
            q->c = (char)('a' + (q - r));
            q->d = 0.5;
        }
#pragma omp parallel for
        for (struct rec *q = &r[1]; q != r + 21; ++q)
            q->d += 1;
    }
#pragma omp target map(tofrom: m)
#pragma omp parallel for
    for (int (*row)[4] = m; row < m + 6; row += 2)
        for (int *x = *row; x < *row + 4; x++)
            *x = (int)(row - m) * 10 + (int)(x - *row);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * (i + 1);
    printf("%g %c %g %g %c\n", s, r[0].c, r[0].d, r[20].d, r[20].c);
    for (int i = 0; i < 24; i++)
        printf("%d ", m[i / 4][i % 4]);
    printf("\n");
    free(a);
    return 0;
}
