// map(to) copies nothing back; map(from) and alloc copy nothing in.
// MODES: separate
// HOST-DIFFERS: on the host the region works on the variables themselves
// EXPECT: 1 2 3
// EXPECT: 60 2
// EXPECT: 7 7 7
#include <stdio.h>

int main(void)
{
    int a[3] = {1, 2, 3}, s = 0, b[3] = {9, 9, 9}, c[3] = {7, 7, 7};
#pragma omp target map(to: a) map(from: b) map(alloc: c) map(tofrom: s)
    {
        for (int i = 0; i < 3; i++) {
            a[i] *= 10;
            s += a[i];
            b[i] = i;
            c[i] = i;
        }
    }
    printf("%d %d %d\n", a[0], a[1], a[2]);
    printf("%d %d\n", s, b[2]);
    printf("%d %d %d\n", c[0], c[1], c[2]);
    return 0;
}
