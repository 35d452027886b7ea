// Reductions of complex numbers: + - * && || of OpenMP's own, in scalars and arrays, and
// one that the program declares.
#include <complex.h>
#include <stdio.h>

#pragma omp declare reduction(nearest : double _Complex, float _Complex : \
        omp_out = creal(omp_in) < creal(omp_out) ? omp_in : omp_out) initializer(omp_priv = omp_orig)

int main(void)
{
    double _Complex sum = 1, product = 1, any = 0, all = 2, array[2] = {1, I}, near = 1e9;
    float _Complex single = 1, less = 5;
#pragma omp target teams distribute parallel for reduction(+: sum) reduction(*: product, single, array) \
        reduction(||: any) reduction(&&: all) reduction(-: less) map(tofrom: array)
    for (int i = 0; i < 20; i++) {
        sum += i - i * I;
        product *= 1 + I;
        single *= i & 1 ? 2 : I;
        array[i & 1] *= i & 2 ? 2 : 1;
        any = any || i == 7;
        all = all && i < 100;
        less -= 1 + 2 * I;
    }
    printf("%.1f %.1f %.1f %.1f\n", creal(sum), cimag(sum), creal(product) + 0.0, cimag(product) + 0.0);
    printf("%.1f %.1f %.1f %.1f\n", crealf(single) + 0.0, cimagf(single) + 0.0, creal(array[0]), cimag(array[1]));
    printf("%.1f %.1f %.1f %.1f\n", creal(any), creal(all), crealf(less), cimagf(less));
#pragma omp target parallel for map(tofrom: near) reduction(nearest: near)
    for (int i = 0; i < 999; i++) {
        double _Complex z = (i - 400) * (i - 400) + i * I;
        near = creal(z) < creal(near) ? z : near;
    }
    printf("%.1f %.1f\n", creal(near), cimag(near));
    return 0;
}
