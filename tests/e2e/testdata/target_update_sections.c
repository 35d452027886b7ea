// target update to and from with sections and if.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 20;
    int *a = calloc(n, sizeof *a), b[4][5] = {{0}};
#pragma omp target data map(to: a[0:n], b)
    {
        for (int i = 0; i < n; i++)
            a[i] = i + 1;
#pragma omp target update to(a[5:10])
#pragma omp target map(tofrom: b)
        for (int i = 5; i < 15; i++)
            b[i / 5][i % 5] = a[i];
#pragma omp target update from(b[1:2][0:5])
        for (int i = 0; i < 4; i++)
            printf("%d %d %d\n", b[i][0], b[i][1], b[i][4]);
#pragma omp target
        for (int i = 5; i < 15; i++)
            a[i] = -i;
#pragma omp target update from(a[7:1]) if(n == 20)
        printf("%d\n", a[7]);
    }
    free(a);
    return 0;
}
