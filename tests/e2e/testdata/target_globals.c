// File-scope variables follow the same implicit rules as local ones.
#include <stdio.h>

int counter = 3;
static double table[5] = {1, 2, 3, 4, 5};
static long grid[2][3];
float weight = 0.5f;

static void work(void)
{
#pragma omp target
    {
        counter++;
        for (int i = 0; i < 5; i++)
            table[i] *= counter * weight;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                grid[i][j] += i * 10 + j;
    }
}

int main(void)
{
    work();
    work();
    printf("%d %g\n", counter, weight);
    for (int i = 0; i < 5; i++)
        printf("%g ", table[i]);
    printf("\n%ld %ld %ld\n", grid[0][1], grid[1][0], grid[1][2]);
    return 0;
}
