// Values captured before and after, one thread, all types and operators.
#include <stdio.h>

int main(void)
{
    int x = 5, v[8];
    double d = 1.5, dv[3];
    short s = 10;
    unsigned char c = 255;
    float f = 3;
#pragma omp target map(tofrom: x, d, s, c, f) map(from: v, dv)
    {
#pragma omp atomic capture
        v[0] = x += 3;
#pragma omp atomic capture
        v[1] = x = 100 - x;
#pragma omp atomic capture
        { v[2] = x; x = x << 2; }
#pragma omp atomic capture
        { x ^= 0xff; v[3] = x; }
#pragma omp atomic capture
        { v[4] = s; s--; }
#pragma omp atomic capture
        v[5] = ++c;
#pragma omp atomic capture
        v[6] = c--;
#pragma omp atomic capture
        { v[7] = s; ++s; }
#pragma omp atomic capture
        dv[0] = d *= 3;
#pragma omp atomic capture
        { dv[1] = d; d = 0.25; }
#pragma omp atomic capture
        { f = f / 2; dv[2] = f; }
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", v[i]);
    printf("%g %g %g\n%d %g %d %d %g\n", dv[0], dv[1], dv[2], x, d, s, c, f);
    return 0;
}
