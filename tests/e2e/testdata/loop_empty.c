// Loops without an iteration, and with one, of every relation.
#include <stdio.h>

static int count(int lo, int hi)
{
    int c[8] = {0};
    unsigned ulo = (unsigned)lo, uhi = (unsigned)hi;
#pragma omp target map(tofrom: c)
#pragma omp parallel
    {
#pragma omp for
        for (int i = lo; i < hi; i++) {
#pragma omp atomic
            c[0]++;
        }
#pragma omp for
        for (int i = lo; i <= hi; i += 5) {
#pragma omp atomic
            c[1]++;
        }
#pragma omp for
        for (int i = hi; i > lo; i -= 2) {
#pragma omp atomic
            c[2]++;
        }
#pragma omp for
        for (int i = hi; i >= lo; --i) {
#pragma omp atomic
            c[3]++;
        }
#pragma omp for
        for (unsigned i = ulo; i < uhi; i++) {
#pragma omp atomic
            c[4]++;
        }
#pragma omp for
        for (unsigned i = uhi; i > ulo; i--) {
#pragma omp atomic
            c[5]++;
        }
#pragma omp for schedule(dynamic)
        for (unsigned long i = ulo; i < uhi; i += 1000) {
#pragma omp atomic
            c[6]++;
        }
#pragma omp for schedule(guided)
        for (long i = lo; i < hi; i += 3) {
#pragma omp atomic
            c[7]++;
        }
    }
    int r = 0;
    for (int k = 0; k < 8; k++)
        r = r * 7 + c[k];
    return r;
}

int main(void)
{
    printf("%d %d %d %d %d\n", count(5, 3), count(5, 5), count(5, 6), count(5, 7), count(0, 21));
    return 0;
}
