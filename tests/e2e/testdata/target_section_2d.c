// Two- and three-dimensional sections of arrays.
#include <stdio.h>

#define N 9
#define M 13

int main(void)
{
    static int a[N][M], cube[4][5][6];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * 100 + j;
#pragma omp target map(tofrom: a[2:4][0:M])
    for (int i = 2; i < 6; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = -a[i][j];
#pragma omp target map(tofrom: a[8:1][3:5])
    for (int j = 3; j < 8; j++)
        a[8][j] += 5000;
#pragma omp target map(tofrom: cube[1:2][:][:])
    for (int i = 1; i < 3; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++)
                cube[i][j][k] = i + 10 * j + 100 * k;
    long s = 0, t = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i][j] * (long)(i * M + j + 1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++)
                t += cube[i][j][k] * (long)(i * 30 + j * 6 + k + 1);
    printf("%ld %ld %d %d %d\n", s, t, a[1][12], a[2][0], a[8][8]);
    return 0;
}
