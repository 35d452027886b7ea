// A pointer into the middle of a block: negative indices stay in the section.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *block = malloc(40 * sizeof *block);
    for (int i = 0; i < 40; i++)
        block[i] = i;
    int *mid = block + 20;
#pragma omp target map(tofrom: mid[-5:11])
    {
        for (int i = -5; i <= 5; i++)
            mid[i] *= 10;
        int *p = mid - 5;
        *p += 1;
        p[10] += 2;
    }
    for (int i = 13; i < 28; i++)
        printf("%d ", block[i]);
    printf("\n");
    free(block);
    return 0;
}
