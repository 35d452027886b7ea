// target update of columns and blocks of two-dimensional arrays.
#include <stdio.h>

int main(void)
{
    int m[6][8];
    for (int i = 0; i < 48; i++)
        m[i / 8][i % 8] = i;
#pragma omp target data map(tofrom: m)
    {
#pragma omp target
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 8; j++)
                m[i][j] += 100;
#pragma omp target update from(m[2:1][3:4])
        printf("%d %d\n", m[2][3], m[2][6]);
        m[4][0] = -1;
        m[4][7] = -2;
        m[5][0] = -3;
#pragma omp target update to(m[4:2][0:8])
#pragma omp target
        m[0][0] = m[4][0] * 100 + m[4][7] * 10 + m[5][0];
    }
    printf("%d %d %d\n", m[0][0], m[4][7], m[3][3]);
    return 0;
}
