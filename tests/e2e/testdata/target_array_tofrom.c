// An array that no clause names is mapped tofrom as a whole.
#include <stdio.h>

int main(void)
{
    int a[7] = {1, 2, 3, 4, 5, 6, 7};
    short b[3][2] = {{1, 2}, {3, 4}, {5, 6}};
#pragma omp target
    {
        a[0] = a[6] * 10;
        b[2][1] += b[0][0] + a[0];
    }
    printf("%d %d %d\n", a[0], a[1], a[6]);
    for (int i = 0; i < 3; i++)
        printf("%d %d\n", b[i][0], b[i][1]);
    return 0;
}
