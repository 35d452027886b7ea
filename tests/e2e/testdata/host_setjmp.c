// setjmp and longjmp on the host around regions.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;

static void attempt(int k)
{
    int v = k;
#pragma omp target map(tofrom: v)
    v *= v;
    if (v > 20)
        longjmp(out, v);
    printf("%d\n", v);
}

int main(void)
{
    volatile int k = 3;
    int got = setjmp(out);
    if (got)
        printf("jumped %d at %d\n", got, k);
    for (k = k + 1; k < 7; k++)
        attempt(k);
    return 0;
}
