// The region writes behind the mapped section: oclgrind must say so.
#include <stdio.h>

int main(void)
{
    int a[64] = {0};
#pragma omp target teams distribute parallel for map(tofrom: a[0:32])
    for (int i = 0; i < 64; i++)
        a[i] = i;
    printf("%d\n", a[5]);
    return 0;
}
