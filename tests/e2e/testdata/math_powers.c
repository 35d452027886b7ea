// Powers of doubles and floats, one at a time, against the host's: special values, bases
// near 1 with large exponents, results beyond the range.
// LINK: -lm
#include <float.h>
#include <math.h>
#include <stdio.h>

#define N 20000

static double x[N], y[N], power[N];
static float powerf[N];
static unsigned long state = 1;

static double uniform(void)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(state >> 11) * 0x1p-53;
}

static int far(double got, double want, double epsilon)
{
    if (isnan(want) || isnan(got))
        return !isnan(want) != !isnan(got);
    return got != want && !(fabs(got - want) <= epsilon * fabs(want));
}

int main(int argc, char **argv)
{
    static const double special[] = {0, -0.0, 1, -1, 2, 0.5, -3, 3, 1e300, 1e-300, 709.9, 1e15, INFINITY, -INFINITY, NAN};
    enum { S = sizeof special / sizeof *special };
    for (int i = 0; i < N; i++) {
        x[i] = i < S * S ? special[i / S] : i & 1 ? 1 + (uniform() - 0.5) * 0.01 : exp(300 * (uniform() - 0.5));
        y[i] = i < S * S ? special[i % S] : (uniform() - 0.5) * (i & 1 ? 1e5 : 6);
    }
#pragma omp target teams distribute parallel for map(to: x, y) map(from: power, powerf)
    for (int i = 0; i < N; i++) {
        double p = 0;
        float q = 0;
        /* turns of which nobody knows how many there are */
        for (int turn = 0; turn < argc && !(p < -DBL_MAX); turn++) {
            p = pow(x[i], y[i]);
            q = powf((float)x[i], (float)y[i]);
        }
        power[i] = p;
        powerf[i] = q;
    }
    int wrong = 0, wrongf = 0;
    for (int i = 0; i < N; i++) {
        double want = pow(x[i], y[i]);
        float wantf = powf((float)x[i], (float)y[i]);
        wrong += far(power[i], want, fabs(want) < DBL_MIN ? 1 : 4 * DBL_EPSILON);
        wrongf += far(powerf[i], wantf, fabsf(wantf) < FLT_MIN ? 1 : 4 * FLT_EPSILON);
    }
    printf("%d %d\n", wrong, wrongf);
    return 0;
}
