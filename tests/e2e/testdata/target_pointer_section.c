// Pointers with array sections: start 0, start > 0, in the middle, length 1.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 101;
    double *a = malloc(n * sizeof *a);
    int *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = -i;
    }
#pragma omp target map(to: a[0:n]) map(tofrom: b[10:n - 20])
    for (int i = 10; i < n - 10; i++)
        b[i] += 2 * (int)a[i];
#pragma omp target map(tofrom: a[50:1])
    a[50] = 1234.5;
#pragma omp target map(tofrom: b[:3])
    b[2] = 77;
    long s = 0;
    for (int i = 0; i < n; i++)
        s += b[i] * (long)(i + 1);
    printf("%ld %d %d %d %d %d\n", s, b[2], b[9], b[10], b[n - 11], b[n - 10]);
    printf("%g %g %g\n", a[49], a[50], a[51]);
    free(a);
    free(b);
    return 0;
}
