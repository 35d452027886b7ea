// A pointer that no clause names finds the present data that it points into;
// null and zero-length sections are carried as they are.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 50;
    int *a = malloc(n * sizeof *a), *mid = a + 20, *none = NULL;
    int isnull = 0, back = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a[0:n])
    {
#pragma omp target map(from: isnull, back)
        {
            mid[0] = 1000;
            mid[-1] = 999;
            back = (int)(mid - a);
            isnull = none == NULL;
        }
#pragma omp target map(tofrom: a[0:0])
        a[3] = 33;
#pragma omp target teams distribute parallel for
        for (int i = 5; i < 10; i++)
            mid[i] = -i;
    }
    printf("%d %d\n", isnull, back);
    for (int i = 0; i < n; i++)
        printf("%d ", a[i]);
    printf("\n");
    free(a);
    return 0;
}
