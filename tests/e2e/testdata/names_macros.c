// Names that OpenCL C predefines as macros: M_PI_F, MAXFLOAT, HUGE_VALF, …
#include <stdio.h>

static int M_PI_F = 3;
static double MAXFLOAT = 0.5;
enum { INT_MIN = 12, CHAR_BIT, DBL_MAX };

int main(void)
{
    int HUGE_VALF = 1, INFINITY = 2, NAN = 3, M_E = 4, FLT_DIG = 5, CL_VERSION_1_2 = 6;
    int cl_khr_fp64 = 7, LONG_MAX = 8, FP_FAST_FMA = 9, out[4];
    struct { int FLT_EPSILON, M_PI; } m = {20, 30};
#pragma omp target map(from: out) map(tofrom: m)
    {
        out[0] = HUGE_VALF + INFINITY * 10 + NAN * 100 + M_E * 1000 + FLT_DIG * 10000;
        out[1] = CL_VERSION_1_2 + cl_khr_fp64 * 10 + LONG_MAX * 100 + FP_FAST_FMA * 1000;
        out[2] = INT_MIN + CHAR_BIT * 100 + DBL_MAX * 10000;
        out[3] = M_PI_F + (int)(MAXFLOAT * 4);
        m.M_PI += m.FLT_EPSILON;
    }
    printf("%d %d %d %d %d\n", out[0], out[1], out[2], out[3], m.M_PI);
    return 0;
}
