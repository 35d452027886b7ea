// Output by stdio, puts and write order on both sides of regions.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[64];
    int v[4] = {4, 3, 2, 1};
    for (int k = 0; k < 4; k++) {
#pragma omp target
        v[k] *= v[k];
        snprintf(line, sizeof line, "v[%d]=%d", k, v[k]);
        puts(line);
        fprintf(stdout, "%zu %c\n", strlen(line), "abcd"[k]);
    }
    return 0;
}
