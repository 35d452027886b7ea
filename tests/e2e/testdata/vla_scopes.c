// Arrays on work-items' stacks: scopes, jumps, loops and calls leave the others alone; teams and threads have their own.
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
static int len_of(int i) { return i % 5 + 1; }
#pragma omp declare target
/* scopes: each array keeps its values while arrays in inner scopes and calls come and go */
static int below(int n, int depth)
{
    int t[n + depth];
    for (int i = 0; i < n + depth; i++) t[i] = -1000 * depth - i;
    int s = 0;
    for (int i = 0; i < n + depth; i++) s += t[i];
    return s;
}
static int scopes(const int *p, int i)
{
    int n = p[i], sum = 0;
    long outer[n];
    for (int k = 0; k < n; k++) outer[k] = k + 1;
    for (int r = 0; r < 3; r++) {
        int m = p[(i + r) % 16];
        short inner[m][2];
        for (int k = 0; k < m; k++) inner[k][0] = k, inner[k][1] = -k;
        if (m == 3) { sum += below(m, r); continue; }
        if (m == 5 && r == 2) break;
        {
            char deep[m * 7];
            for (int k = 0; k < m * 7; k++) deep[k] = k;
            sum += deep[m] + below(m, 2) + deep[m * 7 - 1];
        }
        double more[m + 1];
        more[m] = m;
        sum += below(m, 1) + inner[m - 1][1] + (int)more[m] + (int)sizeof inner;
    }
    for (int k = 0; k < n; k++) sum += outer[k] == k + 1;
again:;
    int late[n];
    late[n - 1] = sum;
    if (n-- > 2) { sum += late[n]; goto again; }
    return sum + late[n];
}
static double rows(int n, int m, double (*a)[m]) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j] * (i + 1); return s + sizeof *a; }
#pragma omp end declare target
int main(void)
{
    int p[16], out[16], o2[16], tot = 0; double o3[16];
    for (int i = 0; i < 16; i++) p[i] = len_of(i * 3);
#pragma omp target teams distribute parallel for map(to: p) map(from: out, o3) reduction(+: tot)
    for (int i = 0; i < 16; i++) {
        out[i] = scopes(p, i);
        int n = p[i], m = p[(i + 1) % 16];
        double *flat = (double[20]){0};
        double (*v)[m] = (double (*)[m])flat;
        typedef double row[n];
        n += 2;
        row x, y[2];
        x[0] = 1; y[1][0] = 2;
        for (int k = 0; k < 20 / m && k < 4; k++) v[k][m - 1] = k + i;
        o3[i] = rows(20 / m < 4 ? 20 / m : 4, m, v) + x[0] + y[1][0] + sizeof(row) + sizeof y / sizeof x;
        int e = ({ int w[n]; w[n - 1] = n; w[n - 1] * 2; });
        tot += e + n;
    }
    for (int i = 0; i < 16; i++) printf("%d %g\n", out[i], o3[i]);
    printf("%d\n", tot);
#pragma omp target teams distribute map(to: p) map(from: o2)
    for (int i = 0; i < 16; i++) {
        int n = p[i];
        int shared[n][n + 1], sum = 0;
        for (int a = 0; a < n; a++) for (int b = 0; b <= n; b++) shared[a][b] = a * 10 + b;
#pragma omp parallel for reduction(+: sum)
        for (int k = 0; k < n * 3; k++) {
            int mine[k + 1], two[n];
            mine[k] = shared[k % n][n]; two[n - 1] = k;
            sum += mine[k] + below(k + 1, 1) + two[n - 1] + (int)sizeof shared;
        }
        if (n > 2) {
            float third[n];
            third[n - 1] = 2.0f;
#pragma omp parallel num_threads(2)
            {
                int u[n];
                u[0] = 3;
#pragma omp critical
                sum += u[0] * (int)third[n - 1] * (omp_get_num_threads() > 0 ? 0 : 1);
            }
            sum += (int)third[n - 1];
        }
        o2[i] = sum + shared[n - 1][n];
    }
    for (int i = 0; i < 16; i++) printf("%d ", o2[i]);
    printf("\n");
    return 0;
}
