// Complex numbers in device code: arithmetic, conversions, objects, reductions.
// TOLERANCE: 1e-6
// LINK: -lm
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 64

struct wave {
    int id;
    float complex amplitude;
    double complex spectrum[3];
};

static double complex polynomial(double complex z, const double complex *c, int n)
{
    double complex sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum = sum * z + c[i];
    return sum;
}

static int escape(double complex c)
{
    double complex z = 0;
    for (int n = 0; n < 100; n++) {
        z = z * z + c;
        if (creal(z) * creal(z) + cimag(z) * cimag(z) > 4)
            return n;
    }
    return 100;
}

static float complex half(float x) { return x / 2; }

static void print(const char *name, double complex z) { printf("%s %.9f %.9f\n", name, creal(z), cimag(z)); }

static void operators(void)
{
    double complex a = 1.5 - 2 * I, out[24];
    float complex f = 2.0f + 0.5f * I;
    int flags[8];
#pragma omp target map(from: out, flags)
    {
        int k = 0;
        out[k++] = a + f;
        out[k++] = a - 2;
        out[k++] = 3 - a;
        out[k++] = a * f * 2.5f;
        out[k++] = 1 / a;
        out[k++] = a / f / 4;
        out[k++] = -a;
        out[k++] = ~a;
        out[k++] = +a;
        double complex z = f;
        z += 1;
        z -= 2i;
        z *= a;
        z /= 0.5;
        out[k++] = z;
        z++;
        out[k++] = z--;
        out[k++] = ++z;
        __real__ z = 7;
        __imag__ z += 1;
        out[k++] = z;
        out[k++] = __real__ a + __imag__ f * 1.0iF;
        out[k++] = a != 0 ? CMPLX(2, 3) : 4;
        float complex narrow = z;
        out[k++] = narrow * half(3);
        double r = a, *parts = (double *)out;
        r *= 2 + 1 * I;
        parts[2 * k] = r;
        parts[2 * k + 1] = (int)f;
        k++;
        double complex list[3] = {1, 2 + I, [2] = 3};
        out[k++] = list[0] + list[1] * list[2];
        out[k++] = (I * I == -1) + (a != f) * 2.0 * I;
        out[k++] = INFINITY * (1 + 1 * I) * (1 + 0 * I);
        out[k++] = (double complex){2} + (_Complex float)1;
        flags[0] = !z;
        flags[1] = a && f;
        flags[2] = z ? 5 : 6;
        flags[3] = (_Bool)(a - a);
        flags[4] = sizeof a + sizeof f;
        flags[5] = _Generic(a * f, float complex: 1, double complex: 2, default: 3);
        flags[6] = 0;
        for (double complex c = 3; c; c -= 1)
            flags[6]++;
        flags[7] = f == f && !(f == a);
        while (k < 24)
            out[k++] = 0;
    }

    for (int k = 0; k < 24; k++)
        if (k == 20)
            printf("infinite %d\n", isinf(creal(out[k])) || isinf(cimag(out[k])));
        else
            print("operator", out[k]);
    for (int k = 0; k < 8; k++)
        printf("%d ", flags[k]);
    printf("\n");
}

static void functions(void)
{
    double complex z[6] = {1 + 2 * I, -1.5 + 0.3 * I, 0.2 - 0.4 * I, -2 - 1 * I, 3, 0.5 * I}, out[6][18];
    double real[6][3];
    float complex single[6];
#pragma omp target teams distribute parallel for map(to: z) map(from: out, real, single)
    for (int i = 0; i < 6; i++) {
        double complex *o = out[i], x = z[i];
        o[0] = cexp(x), o[1] = clog(x), o[2] = csqrt(x), o[3] = cpow(x, 2.5 - I), o[4] = csin(x), o[5] = ccos(x);
        o[6] = ctan(x), o[7] = csinh(x), o[8] = ccosh(x), o[9] = ctanh(x), o[10] = casin(x), o[11] = cacos(x);
        o[12] = catan(x), o[13] = casinh(x), o[14] = cacosh(x), o[15] = catanh(x), o[16] = conj(x), o[17] = cproj(x);
        real[i][0] = cabs(x), real[i][1] = carg(x), real[i][2] = cimag(x) + crealf(x);
        single[i] = cexpf(x) * conjf(x) + cabsf(x);
    }
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 18; k++)
            print("function", out[i][k]);
        print("single", single[i]);
        printf("real %.9f %.9f %.9f\n", real[i][0], real[i][1], real[i][2]);
    }
}

int main(void)
{
    double complex z[N], w[N], c[3] = {1, 2 - I, 0.5 * I}, sum = 10, last = 0;
    float complex fsum = I, bins[4] = {0};
    struct wave waves[N];
    int steps[N];
    for (int i = 0; i < N; i++) {
        z[i] = cos(i) + I * sin(i * 0.5);
        waves[i] = (struct wave){i, i * 0.5f - I, {i, i * I, 1}};
    }
    operators();
    functions();

#pragma omp target teams distribute parallel for map(to: z, c) map(from: w, steps) lastprivate(last) map(from: last)
    for (int i = 0; i < N; i++) {
        w[i] = polynomial(z[i], c, 3);
        steps[i] = escape(z[i] * 0.7);
        last = w[i];
    }
#pragma omp target teams distribute parallel for map(to: w) reduction(+: sum, fsum) map(tofrom: sum, fsum)
    for (int i = 0; i < N; i++) {
        sum += w[i];
        fsum += w[i] * I;
    }
#pragma omp target parallel for map(to: z) reduction(-: bins) map(tofrom: bins)
    for (int i = 0; i < N; i++)
        bins[i % 4] -= z[i];
    double complex shift = 1 + I;
#pragma omp target teams distribute parallel for map(tofrom: waves) firstprivate(shift)
    for (int i = 0; i < N; i++) {
        struct wave v = waves[i];
        v.amplitude *= shift;
        v.spectrum[v.id % 3] += shift;
        waves[i] = v;
    }
#pragma omp target map(tofrom: c)
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
#pragma omp atomic
        __imag__ c[1] += i;
    print("last", last);
    print("sum", sum);
    print("fsum", (int)(crealf(fsum) * 1000 + 0.5f) + I * (int)(cimagf(fsum) * 100));
    print("c[1]", c[1]);
    for (int i = 0; i < 4; i++)
        print("bin", bins[i]);
    for (int i = 0; i < N; i++)
        printf("%d ", steps[i]);
    printf("\n");
    for (int i = 0; i < N; i += 7)
        print("amplitude", waves[i].amplitude + waves[i].spectrum[0] + waves[i].spectrum[1] * 2);
    return 0;
}
