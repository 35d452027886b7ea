// Private arrays of one, two and three dimensions, passed to functions, sorted.
#include <stdio.h>

#pragma omp declare target
static void sort(int *v, int n)
{
    for (int i = 1; i < n; i++) {
        int x = v[i], j = i;
        for (; j > 0 && v[j - 1] > x; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
}

static void transpose(int t[3][4], int m[4][3])
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            t[j][i] = m[i][j];
}

static int trace(int n, int m[n][n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][i];
    return s;
}
#pragma omp end declare target

int main(void)
{
    int out[16][3];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < 16; i++) {
        int v[9], m[4][3], t[3][4], sq[5][5], cube[2][3][4];
        for (int k = 0; k < 9; k++)
            v[k] = (i * 7 + k * 5) % 11;
        sort(v, 9);
        for (int k = 0; k < 12; k++)
            m[k / 3][k % 3] = k * i;
        transpose(t, m);
        for (int k = 0; k < 25; k++)
            sq[k / 5][k % 5] = k + i;
        for (int k = 0; k < 24; k++)
            cube[k / 12][k / 4 % 3][k % 4] = k;
        out[i][0] = v[0] * 10000 + v[4] * 100 + v[8];
        out[i][1] = t[2][3] * 100 + t[1][0];
        out[i][2] = trace(5, sq) + cube[1][2][i % 4];
    }
    for (int i = 0; i < 16; i++)
        printf("%d %d %d\n", out[i][0], out[i][1], out[i][2]);
    return 0;
}
