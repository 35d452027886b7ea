// A scalar that no clause names is firstprivate: the region's writes are lost. A complex number is a scalar.
#include <stdio.h>

static void complex_numbers(void)
{
    double _Complex z = 1.5, kept = 2;
    float _Complex f = 3;
    double out = 0;
#pragma omp target map(from: out)
    {
        z += kept;
        f *= 2;
        out = __real__ z + __real__ f;
    }
    printf("%g %g %g\n", __real__ z, __real__ f, out);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 10; i++)
        if (i == 3)
            z = 0;
    printf("%g\n", __real__ z);
#pragma omp target defaultmap(tofrom: scalar)
    {
        z += kept;
        f *= 2;
    }
    printf("%g %g\n", __real__ z, __real__ f);
}

int main(void)
{
    complex_numbers();
    int i = 5;
    double d = 2.5;
    char c = 'x';
    int out[3] = {0};
    double dout = 0;
#pragma omp target map(tofrom: dout)
    {
        i += 10;
        d *= 2;
        c++;
        out[0] = i;
        out[1] = c;
        dout = d;
    }
    printf("%d %g %c\n", i, d, c);
    printf("%d %d %d %g\n", out[0], out[1], out[2], dout);
    return 0;
}
