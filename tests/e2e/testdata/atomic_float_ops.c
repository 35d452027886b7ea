// atomic on float and double with * / and both operand orders.
#include <stdio.h>

int main(void)
{
    float fm = 1, fd = 1048576, fs = 0;
    double dm = 1, dr = 0, dd = 1;
#pragma omp target map(tofrom: fm, fd, fs, dm, dr, dd)
    {
#pragma omp parallel for
        for (int i = 0; i < 20; i++) {
#pragma omp atomic
            fm *= 2;
#pragma omp atomic
            fd /= 2.0f;
#pragma omp atomic
            fs = fs - 1.5;
#pragma omp atomic
            dm = 2 * dm;
#pragma omp atomic
            dr = dr + 0.125f;
        }
#pragma omp atomic
        dd = 8 / dd;
#pragma omp atomic
        dd = 3 - dd;
    }
    printf("%g %g %g %g %g %g\n", fm, fd, fs, dm, dr, dd);
    return 0;
}
