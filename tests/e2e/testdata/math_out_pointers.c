// frexp, modf, and friends with pointers to private and mapped objects.
// LINK: -lm
#include <math.h>
#include <stdio.h>

int main(void)
{
    double x[5] = {8.75, -0.3, 1e-3, 0, 123456.5}, whole[5], m[5];
    float fw[5], ff[5];
    int e[5], lg[5];
#pragma omp target teams distribute parallel for map(to: x) map(from: whole, m, e, fw, ff, lg)
    for (int i = 0; i < 5; i++) {
        double w;
        int own;
        m[i] = frexp(x[i], &e[i]) + modf(x[i], &w);
        whole[i] = w + modf(x[i] * 3, &whole[i]) * 0;
        ff[i] = modff((float)x[i], &fw[i]) + frexpf((float)x[i], &own) + own;
        lg[i] = x[i] != 0 ? ilogb(x[i]) + (int)logb(x[i]) * 100 : 0;
        m[i] = scalbn(m[i], 2) + nextafter(1.0, 2.0) - 1;
    }
    for (int i = 0; i < 5; i++)
        printf("%.17g %g %d %.9g %g %d\n", m[i], whole[i], e[i], ff[i], fw[i], lg[i]);
    return 0;
}
