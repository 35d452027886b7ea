// Pointers to pointers and arrays of pointers, private to the thread.
#include <stdio.h>

#pragma omp declare target
static void advance(const short **p, int by) { *p += by; }
#pragma omp end declare target

int main(void)
{
    short a[30], b[30];
    int out[10];
    for (int i = 0; i < 30; i++) {
        a[i] = (short)i;
        b[i] = (short)(1000 + i);
    }
#pragma omp target teams distribute parallel for map(to: a, b) map(from: out)
    for (int i = 0; i < 10; i++) {
        const short *rows[2] = {a, b + i};
        const short *p = rows[i & 1];
        advance(&p, i);
        const short **pp = &p;
        out[i] = **pp + (*pp)[1] + rows[1][0];
    }
    for (int i = 0; i < 10; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
