// teams reduction over per-team values that are themselves reduced by threads.
#include <stdio.h>

int main(void)
{
    static double m[31][47];
    double best = -1e9, sum = 0;
    int rows = 0;
    for (int i = 0; i < 31; i++)
        for (int j = 0; j < 47; j++)
            m[i][j] = (i * 31 + j * 17) % 101 - 50;
#pragma omp target map(to: m) map(tofrom: best, sum, rows)
#pragma omp teams reduction(max: best) reduction(+: sum, rows)
#pragma omp distribute
    for (int i = 0; i < 31; i++) {
        double hi = -1000, s = 0;
        int any = 0;
#pragma omp parallel for reduction(max: hi) reduction(+: s) reduction(||: any)
        for (int j = 0; j < 47; j++) {
            hi = m[i][j] > hi ? m[i][j] : hi;
            s += m[i][j];
            any = any || m[i][j] == 50;
        }
        best = hi > best ? hi : best;
        sum += s;
        rows += any;
    }
    printf("%g %g %d\n", best, sum, rows);
    return 0;
}
