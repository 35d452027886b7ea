// Shadowed names: loop variables, mapped variables, tags, typedefs, functions.
#include <stdio.h>

typedef int number;
struct point { int x, y; };
static int x = 1000;

#pragma omp declare target
static int f(int x)
{
    {
        int f = x + 1;
        x = f * 2;
    }
    return x;
}
#pragma omp end declare target

int main(void)
{
    struct point point = {1, 2};
    int a[3] = {10, 20, 30}, i = 7, out[5] = {0};
#pragma omp target map(tofrom: a, out, point)
    {
        out[0] = i + x;
        {
            double a = 0.5;
            int i = 3;
            a *= i;
            out[1] = (int)(a * 2);
            for (int i = 0; i < 2; i++) {
                int out_ = i;
                {
                    int i = out_ * 100;
                    out[2] += i;
                }
            }
        }
        number number = 5;
        number += a[2];
        struct point { double x; } p = {0.25};
        out[3] = number + (int)(p.x * 4) + point.y;
        int x = f(x = 2);
        out[4] = x;
        enum { a_const = 5 } e = a_const;
        a[1] += e;
    }
    for (int i = 0; i < 5; i++)
        printf("%d ", out[i]);
    printf("%d %d\n", a[1], i);
    return 0;
}
