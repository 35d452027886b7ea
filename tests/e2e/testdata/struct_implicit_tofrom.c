// A struct variable that no clause names is mapped tofrom, unlike a scalar.
#include <stdio.h>

typedef struct { int a; float b; } pair;
static pair global = {1, 2};

int main(void)
{
    pair local = {10, 20}, arr[3] = {{1, 1}, {2, 2}, {3, 3}};
    union { int i; unsigned char c[4]; } u = {0x01020304};
#pragma omp target
    {
        local.a++;
        global.b = local.a * 0.5f;
        arr[1] = local;
        u.c[0] = u.c[3];
    }
    printf("%d %g %d %g\n", local.a, local.b, global.a, global.b);
    printf("%d %g %d %x\n", arr[1].a, arr[1].b, arr[2].a, u.i);
    return 0;
}
