// exit in a region ends the program with its status, and runs what atexit has registered.
// EXIT: 7
#include <stdio.h>
#include <stdlib.h>

static void last(void) { printf("last\n"); }

int main(void)
{
    int a[64] = {0};
    a[40] = -1;
    atexit(last);
    printf("before\n");
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 64; i++) {
        if (a[i] < 0)
            exit(7);
        a[i] = i;
    }
    printf("after %d\n", a[3]);
    return 0;
}
