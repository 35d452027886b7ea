// Two arrays next to each other in memory are two list items, not one overlap.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *block = malloc(64 * sizeof *block);
    int *lo = block, *hi = block + 32;
    for (int i = 0; i < 64; i++)
        block[i] = i;
#pragma omp target data map(to: lo[0:32]) map(tofrom: hi[0:32])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 32; i++)
            hi[i] += lo[31 - i];
    }
    int same = 0;
    for (int i = 0; i < 32; i++)
        same += block[i] == i && block[32 + i] == 63;
    printf("%d\n", same);
    free(block);
    return 0;
}
