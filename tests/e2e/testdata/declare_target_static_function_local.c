// Function-local static constant tables of device functions, and the same names
// in two functions.
#include <stdio.h>

#pragma omp declare target
static int days(int month)
{
    static const unsigned char table[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return table[month];
}

static double factor(int k)
{
    static const double table[3] = {0.5, 1.5, 2.5};
    const int order[] = {2, 0, 1};
    return table[order[k % 3]];
}
#pragma omp end declare target

int main(void)
{
    double out[12];
#pragma omp target teams distribute parallel for map(from: out)
    for (int m = 0; m < 12; m++)
        out[m] = days(m) * factor(m);
    for (int m = 0; m < 12; m++)
        printf("%g ", out[m]);
    printf("%g\n", factor(1));
    return 0;
}
