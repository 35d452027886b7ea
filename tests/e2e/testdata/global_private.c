// private, firstprivate and reduction of file-scope variables; a function called
// from the region sees the global one.
#include <stdio.h>

#pragma omp declare target
int level = 7;
static int read_level(void) { return level; }
#pragma omp end declare target
int total = 5, scratch[3] = {1, 2, 3};

int main(void)
{
    int out[20];
#pragma omp target map(from: out)
    {
        level = 8;
#pragma omp parallel for private(level) firstprivate(scratch)
        for (int i = 0; i < 20; i++) {
            level = i;
            scratch[0] = i;
            out[i] = level * 100 + read_level() * 10 + scratch[0] % 10 + scratch[2];
        }
    }
#pragma omp target teams distribute parallel for reduction(+: total) firstprivate(scratch)
    for (int i = 0; i < 20; i++)
        total += scratch[i % 3];
    for (int i = 0; i < 20; i++)
        printf("%d ", out[i]);
    printf("%d %d\n", total, scratch[0]);
    return 0;
}
