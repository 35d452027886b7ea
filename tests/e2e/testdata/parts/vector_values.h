// Arrays of many types for the programs whose iterations become vectors, with values of
// all kinds, and what is left in them.
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
