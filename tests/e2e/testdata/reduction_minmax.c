// min and max of all types, all values negative, and values at the limits.
#include <float.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    float fmx = -FLT_MAX;
    double dmx = -DBL_MAX, dmn = DBL_MAX;
    unsigned char ucmn = UCHAR_MAX;
    signed char scmx = SCHAR_MIN;
    unsigned umn = UINT_MAX, umx = 0;
    unsigned long ulmx = 0;
    short smn = SHRT_MAX;
    int imn = 5, imx = 5;
#pragma omp target teams distribute parallel for reduction(max: fmx, dmx, scmx, umx, ulmx, imx) reduction(min: dmn, ucmn, umn, smn, imn)
    for (int i = 0; i < 95; i++) {
        float f = -1e30f - i * 1e28f;
        if (f > fmx) fmx = f;
        if (-i - 0.5 > dmx) dmx = -i - 0.5;
        if (-i * 1e300 < dmn) dmn = -i * 1e300;
        if (200 + i % 50 < ucmn) ucmn = (unsigned char)(200 + i % 50);
        if (-100 + i % 40 > scmx) scmx = (signed char)(-100 + i % 40);
        if (3000000000u + (unsigned)i < umn) umn = 3000000000u + (unsigned)i;
        if (3000000000u + (unsigned)i > umx) umx = 3000000000u + (unsigned)i;
        if (~0ul - (unsigned long)i > ulmx) ulmx = ~0ul - (unsigned long)i;
        if (-32000 - i < smn) smn = (short)(-32000 - i);
        if (i + 10 < imn) imn = i + 10;
        if (-i > imx) imx = -i;
    }
    printf("%g %g %g %d %d %u %u %lu %d %d %d\n", fmx, dmx, dmn, ucmn, scmx, umn, umx, ulmx, smn, imn, imx);
    return 0;
}
