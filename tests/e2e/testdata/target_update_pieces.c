// target update of sections that are not contiguous, with and without the strides of OpenMP 5.0:
// what lies between their pieces stays as it is on either side.
// HOST-DIFFERS: gcc 12 takes contiguous sections only
// MODES: separate
// EXPECT: 0 wrong
#include <stdio.h>

enum { ROWS = 10, COLUMNS = 12, PLANES = 4 };

static int m[ROWS][COLUMNS], q[PLANES][5][6], back[ROWS][COLUMNS];

int main(void)
{
    int wrong = 0, rows = 3, columns = COLUMNS, a[100], p[40], first = 4;
    int (*r)[COLUMNS] = m;
#pragma omp target data map(alloc: m, q, a, p)
    {
#pragma omp target
        {
            for (int i = 0; i < ROWS * COLUMNS; i++)
                m[i / COLUMNS][i % COLUMNS] = 1;
            for (int i = 0; i < PLANES * 30; i++)
                q[i / 30][i / 6 % 5][i % 6] = 1;
            for (int i = 0; i < 100; i++)
                a[i] = 1;
            for (int i = 0; i < 40; i++)
                p[i] = 1;
        }
        for (int i = 0; i < 100; i++)
            a[i] = p[i % 40] = 0;
#pragma omp target update from(m[2:3][first:rows], q[1:2][1:2:3][2:3], a[1:20:3], p[::7])
#pragma omp target update from(m[7:rows - 1][0:columns], a[90::4], a[0:0:5]) if(target update: rows > 2)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                wrong += m[i][j] != ((i >= 2 && i < 5 && j >= 4 && j < 7) || i == 7 || i == 8);
        for (int i = 0; i < PLANES; i++)
            for (int j = 0; j < 5; j++)
                for (int k = 0; k < 6; k++)
                    wrong += q[i][j][k] != ((i == 1 || i == 2) && (j == 1 || j == 4) && k >= 2 && k < 5);
        for (int i = 0; i < 100; i++)
            wrong += a[i] != ((i < 60 && i % 3 == 1) || i == 90 || i == 94 || i == 98);
        for (int i = 0; i < 40; i++)
            wrong += p[i] != (i % 7 == 0);
        for (int i = 0; i < ROWS * COLUMNS; i++)
            m[i / COLUMNS][i % COLUMNS] = 5;
#pragma omp target update to(m[1:4:2][0:3:4])
#pragma omp target update to(r[rows - 3:first:rows][1:rows])
#pragma omp target map(from: back)
        for (int i = 0; i < ROWS * COLUMNS; i++)
            back[i / COLUMNS][i % COLUMNS] = m[i / COLUMNS][i % COLUMNS];
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                wrong += back[i][j] != ((i % 2 && i < 8 && j % 4 == 0) || (i % 3 == 0 && j >= 1 && j < 4) ? 5 : 1);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
