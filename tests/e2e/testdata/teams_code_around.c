// teams distribute with code before and after an inner parallel for, conditions
// and loops around several of them, values kept from one to the next.
#include <stdio.h>

#define R 14
#define C 23

int main(void)
{
    static double a[R][C], norm[R];
    int pivot[R];
    for (int i = 0; i < R * C; i++)
        a[i / C][i % C] = (i * 29) % 31 - 10;
#pragma omp target teams distribute map(tofrom: a) map(from: norm, pivot)
    for (int r = 0; r < R; r++) {
        double s = 0, best;
        int where = 0;
        if (r % 4 == 3) {
            norm[r] = -1;
            pivot[r] = -1;
            continue;
        }
#pragma omp parallel for reduction(+: s)
        for (int c = 0; c < C; c++)
            s += a[r][c] * a[r][c];
        best = a[r][0];
        for (int c = 1; c < C; c++)
            if (a[r][c] > best) {
                best = a[r][c];
                where = c;
            }
        for (int round = 0; round < 1 + r % 2; round++) {
            double f = best > 0 ? 2 : 3;
            s += f;
#pragma omp parallel for
            for (int c = 0; c < C; c++)
                a[r][c] = a[r][c] * f + round;
            best *= f;
        }
        norm[r] = s + best;
        pivot[r] = where;
    }
    double t = 0;
    for (int r = 0; r < R; r++) {
        for (int c = 0; c < C; c++)
            t += a[r][c] * (r + c);
        printf("%g %d\n", norm[r], pivot[r]);
    }
    printf("%g\n", t);
    return 0;
}
