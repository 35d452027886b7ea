// A constructor function that offloads before main; a destructor after it.
#include <stdio.h>

static int early[3];

__attribute__((constructor)) static void before(void)
{
#pragma omp target
    early[1] = 11;
}

__attribute__((destructor)) static void after(void) { printf("after %d\n", early[1]); }

int main(void)
{
    printf("main %d\n", early[1]);
    return 0;
}
