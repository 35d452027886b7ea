// lastprivate of for, distribute parallel for, collapse, simd and sections.
#include <stdio.h>

struct pair { int a; short b; };

int main(void)
{
    int x = -1, y = -1, z = -1, i, v[3] = {0};
    struct pair p = {0, 0};
    double d = 0;
#pragma omp target teams distribute parallel for lastprivate(x, d) map(tofrom: x, d)
    for (int k = 0; k < 101; k++) {
        x = k * 3;
        d = x + 0.5;
    }
#pragma omp target map(tofrom: y, p, v)
#pragma omp parallel for lastprivate(y, p, v) schedule(dynamic, 3)
    for (int k = 50; k > 0; k -= 7) {
        y = k;
        p.a = k + 1;
        p.b = (short)-k;
        v[0] = v[1] = v[2] = k * k;
    }
#pragma omp target teams distribute parallel for collapse(2) lastprivate(z) map(tofrom: z)
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 9; b++)
            z = a * 100 + b;
#pragma omp target parallel for lastprivate(i) map(tofrom: i)
    for (i = 3; i < 20; i += 4)
        ;
    printf("%d %g %d %d %d %d %d %d\n", x, d, y, p.a, p.b, v[1], z, i);
    return 0;
}
