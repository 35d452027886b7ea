// LINK: -lm
// TOLERANCE: 1e-5
// Loops whose iterations become elements of vectors because of mathematical functions:
// accesses and divisions that a condition guards (outside of all memory, or by 0,
// otherwise), and narrow types.
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define N 100

static int teams = 1; // so that a thread has all iterations, but for the last size
static float a[N], b[N], c[N];
static double x[N], y[N];
static long at[N];
static int counts[N], steps[N];
static unsigned char small[N];
static short narrow[N];
static bool flags[N];
static unsigned long wide[N];
static struct { int kind; float value[2]; } items[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37 % 101) / 10.0f - 5;
        b[i] = (i * 53 % 89) / 7.0f;
        c[i] = -1;
        x[i] = (i * 29 % 97) / 9.0 - 3;
        y[i] = 2;
        at[i] = i % 5 == 0 ? -(1L << 50) : i * 7 % N;
        counts[i] = i * 31 % 17 - 3;
        steps[i] = -7;
        small[i] = (unsigned char)(i * 11);
        narrow[i] = (short)(i * 1000);
        flags[i] = i % 3 == 1;
        wide[i] = i * 0x123456789abcul;
        items[i].kind = i % 4;
        items[i].value[0] = items[i].value[1] = i;
    }
}

static void show(const char *what, int n)
{
    double sum = 0;
    long ints = 0;
    for (int i = 0; i < N; i++) {
        sum += c[i] * (i % 7 + 1) + y[i] * (i % 11) + items[i].value[1] * (i % 3) + a[i];
        ints += steps[i] * (i % 13L + 1) + small[i] * 3 + narrow[i] + flags[i] * i + (long)(wide[i] >> (i % 60)) + items[i].kind;
    }
    printf("%s %d: %.7g %ld\n", what, n, sum, ints);
}

// What a condition guards is out of the array, or a division by zero.
static void guarded(int n, int none)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        float far = at[i] >= 0 ? b[at[i]] : 1, e = expf(-fabsf(a[i]));
        if (at[i] >= 0 && b[at[i]] > 3 && a[at[i]] < 4)
            far += a[at[i]] * e;
        int d = counts[i] != 0 ? 1000 / counts[i] : -1;
        if (counts[i] == 0 || 77 % counts[i] > 3)
            d += 10;
        if (counts[i] > 0)
            d /= counts[i];
        if (d > 5000)
            far += 12 / none; // none is 0, and d is not so large
        else if (a[i] > 1 && i > 0)
            c[i] = far + a[i - 1];
        int low = INT_MIN + (i & 1);
        if (low != INT_MIN)
            d += low / -1 % 100;
        y[i] = far;
        steps[i] = d;
    }
    show("guarded", n);
}

static void narrower(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        unsigned char s = small[i];
        short t = narrow[i];
        bool odd = flags[i];
        float e = logf(b[i] + 1);
        s += 200;
        t = t * 3 + s;
        odd = !odd || e > 1;
        if (s & 1) {
            small[i] = s;
            flags[i] = t & 0x70;
        }
        narrow[i] = t;
        wide[i] = (wide[i] << (i & 15)) ^ (unsigned long)(long)-t;
        wide[i] += odd;
        steps[i] = (int)(e * 100) >> 1 ^ (unsigned)i % 7u;
        y[i] = (long)(e * 1000.0) / 3 + (s > t) + -odd + ~i;
    }
    show("narrower", n);
}

int main(void)
{
    static const int sizes[] = {0, 1, 15, 16, 17, 32, 47, N};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        fill();
        int n = sizes[i];
        teams = n == N ? 3 : 1;
        guarded(n, 0);
        narrower(n);
    }
    return 0;
}
