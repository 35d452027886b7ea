// VLA parameters: double a[n][m], a[*] bounds from other parameters, sizeof rows,
// called with private and with mapped arrays.
#include <stdio.h>

#pragma omp declare target
static double sum(int n, int m, double a[n][m])
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j] * (i + 1);
    return s;
}

static int row_bytes(int m, float (*a)[m + 1]) { return (int)sizeof *a + (int)sizeof a[0][0]; }

static double corner(int x, int y, int z, double a[x][y][z]) { return a[x - 1][y - 1][z - 1] + a[0][y - 1][0]; }
#pragma omp end declare target

int main(void)
{
    int n = 4, m = 6, rb = 0;
    double a[n][m], cube[2][3][5], out[4];
    float f[3][8];
    for (int i = 0; i < n * m; i++)
        a[i / m][i % m] = i;
    for (int i = 0; i < 30; i++)
        cube[i / 15][i / 5 % 3][i % 5] = i;
#pragma omp target map(to: a, cube, f) map(from: out, rb)
    {
        double own[3][2] = {{1, 2}, {3, 4}, {5, 6}};
        out[0] = sum(n, m, a);
        out[1] = sum(3, 2, own);
        out[2] = corner(2, 3, 5, cube);
        out[3] = sum(2, 3, (double (*)[3])a);
        rb = row_bytes(7, f);
    }
    printf("%g %g %g %g %d\n", out[0], out[1], out[2], out[3], rb);
    return 0;
}
