// Nested parallel: single, sections and barrier bind to the inner region.
#include <stdio.h>

int main(void)
{
    int r[5][3];
#pragma omp target map(from: r)
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 5; i++) {
        int x = i, y = 0, z = 0;
#pragma omp parallel num_threads(2) shared(x, y, z)
        {
#pragma omp single
            x += 10;
#pragma omp sections
            {
#pragma omp section
                y = x * 2;
#pragma omp section
                z = x * 3;
            }
#pragma omp barrier
#pragma omp single
            x = y + z;
        }
        r[i][0] = x;
        r[i][1] = y;
        r[i][2] = z;
    }
    for (int i = 0; i < 5; i++)
        printf("%d %d %d\n", r[i][0], r[i][1], r[i][2]);
    return 0;
}
