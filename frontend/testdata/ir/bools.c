#include <stdbool.h>
static bool odd(bool b, int n) { return n & b; }
void f(int *a, bool *flags, double d)
{
#pragma omp target map(tofrom: a[0:4], flags[0:4])
    {
        bool b = d;
        b = a[0];
        b += 2;
        flags[a[0]++] |= a[1];
        b++;
        flags[1]--;
        b = !b && flags[2];
        a[3] = odd(a[2], 3) + (bool)d + b;
        bool list[2] = { 3, b };
        flags[3] = list[0];
    }
}
