// Functions that _Generic selects, of the program's own and of the library.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static int add_int(int a, int b) { return a + b; }
static double add_double(double a, double b) { return a + b * 2; }
#pragma omp end declare target

#define ADD(a, b) _Generic((a), int: add_int, double: add_double)(a, b)
#define SIZE(x) (_Generic((x), default: fabs, int: abs, long: labs, float: fabsf))(x)

int main(void)
{
    double r[8];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 8; i++) {
        double d = i * 0.5;
        int (*f)(int, int) = _Generic(i, int: add_int, default: add_double);
        r[i] = ADD(d, 1.5) + ADD(i, 2) + SIZE(-d) + SIZE(i - 20) + SIZE(-1.5f * i) + (double)SIZE(-3L * i) + f(i, i);
    }
    for (int i = 0; i < 8; i++)
        printf("%.2f ", r[i]);
    printf("\n");
    return 0;
}
