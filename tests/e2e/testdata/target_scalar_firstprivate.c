// A scalar that no clause names is firstprivate: the region's writes are lost.
#include <stdio.h>

int main(void)
{
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
