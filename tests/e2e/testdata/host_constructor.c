// A constructor function that offloads before main, and a destructor after it.
#include <stdio.h>

static int early[3];

__attribute__((constructor)) static void before(void)
{
#pragma omp target
    early[1] = 11;
}

__attribute__((destructor)) static void after(void)
{
#pragma omp target
    early[2] = early[1] * 2;
    printf("after %d\n", early[2]);
}

int main(void)
{
    printf("main %d\n", early[1]);
    return 0;
}
