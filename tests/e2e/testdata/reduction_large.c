// A reduction over many iterations, exact in integers and in double.
#include <stdio.h>

int main(void)
{
    const int n = 1000003;
    unsigned long s = 0;
    double d = 0;
    int odd = 0;
#pragma omp target teams distribute parallel for reduction(+: s, d) reduction(^: odd)
    for (int i = 0; i < n; i++) {
        s += (unsigned long)i * 3;
        d += i;
        odd ^= i;
    }
    printf("%lu %.1f %d\n", s, d, odd);
    return 0;
}
