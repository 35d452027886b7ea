// Memory freed and allocated again at the same address is other data.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    long total = 0;
    for (int round = 0; round < 50; round++) {
        int n = 100 + round % 3;
        int *p = malloc(n * sizeof *p);
        for (int i = 0; i < n; i++)
            p[i] = round;
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])
        for (int i = 0; i < n; i++)
            p[i] += i;
        for (int i = 0; i < n; i++)
            total += p[i];
        free(p);
    }
    for (int round = 0; round < 20; round++) {
        int stack[64];
        for (int i = 0; i < 64; i++)
            stack[i] = round * i;
#pragma omp target map(tofrom: stack)
        stack[63] += stack[1];
        total += stack[63];
    }
    printf("%ld\n", total);
    return 0;
}
