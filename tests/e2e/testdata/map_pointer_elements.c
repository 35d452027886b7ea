// Sections of what single elements of an array of pointers point to.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    float *rows[3];
    for (int i = 0; i < 3; i++) {
        rows[i] = malloc(10 * sizeof(float));
        for (int j = 0; j < 10; j++)
            rows[i][j] = 10 * i + j;
    }
#pragma omp target map(tofrom: rows[1][0:10])
    for (int j = 0; j < 10; j++)
        rows[1][j] += 0.5f;
    int k = 2;
#pragma omp target map(tofrom: rows[k][3:4])
    rows[2][5] = -1;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 10; j++)
            printf("%g ", rows[i][j]);
        printf("\n");
        free(rows[i]);
    }
    return 0;
}
