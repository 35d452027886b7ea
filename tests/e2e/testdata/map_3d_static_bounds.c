// Three-dimensional arrays with extents from macros, written by collapse(3).
#include <stdio.h>

#define NX 7
#define NY 9
#define NZ 11

static float u[NX][NY][NZ], v[NX][NY][NZ];

int main(void)
{
    for (int i = 0; i < NX * NY * NZ; i++)
        u[i / (NY * NZ)][i / NZ % NY][i % NZ] = i % 17;
#pragma omp target teams distribute parallel for collapse(3) map(to: u) map(tofrom: v)
    for (int i = 1; i < NX - 1; i++)
        for (int j = 1; j < NY - 1; j++)
            for (int k = 1; k < NZ - 1; k++)
                v[i][j][k] = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1]
                    + u[i][j][k + 1] - 6 * u[i][j][k];
    double s = 0;
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++)
            for (int k = 0; k < NZ; k++)
                s += v[i][j][k] * (i + 2 * j + 3 * k);
    printf("%g %g %g\n", s, v[0][0][0], v[3][4][5]);
    return 0;
}
