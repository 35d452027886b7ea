// A variant for devices (OpenMP 5.0): device code calls it, the host does not.
// HOST-DIFFERS: gcc 12 runs regions on the host
// EXPECT: 1 2 3
#include <stdio.h>

#pragma omp declare target
int on_device(void) { return 2; }
int never(void) { return 9; }
#pragma omp end declare target

#pragma omp declare variant(never) match(device={arch("nvptx")})
#pragma omp declare variant(on_device) match(device={kind(nohost)})
int by_device(void) { return 1; }

int main(void)
{
    int x = 0, y = 0;
#pragma omp target map(tofrom: x, y)
    {
        x = by_device();
        y = x + (&by_device)() - 1;
    }
    printf("%d %d %d\n", by_device(), x, y);
    return 0;
}
