// Two threads write one element: oclgrind must say so.
#include <stdio.h>

int main(void)
{
    int a[64] = {0};
#pragma omp target parallel for num_threads(8) map(tofrom: a)
    for (int i = 0; i < 64; i++)
        a[i % 4] = i;
    printf("%d\n", a[0] % 4);
    return 0;
}
