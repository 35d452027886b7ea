// GNU extensions of the host part: nested functions, computed goto, __auto_type.
// FLAGS: -Wno-pedantic
#include <stdio.h>

int main(void)
{
    int base = 10, a[4] = {1, 2, 3, 4};
    int add(int x) { return x + base; }
    static void *labels[] = {&&one, &&two};
    int k = 0;
again:
    goto *labels[k];
one:
#pragma omp target
    a[0] += 100;
    k = 1;
    goto again;
two:
#pragma omp target
    a[1] += 1000;
    __auto_type s = add(a[0]);
    printf("%d %d %d\n", s, a[1], ({ int t = a[2]; t * 2; }));
    return 0;
}
