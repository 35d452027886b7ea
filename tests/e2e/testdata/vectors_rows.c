// LINK: -lm
// Loops whose subscripts come from masks, quotients and remainders of the iteration's
// number: where they are neighbours for 16 iterations, which is known at run time only,
// those run as a vector, else one by one. Lengths of rows around 16 and 32, numbers of
// iterations that leave a rest, shares that start in the middle of a row.
#include <stdio.h>
#include <stdlib.h>

#define N 4096

static float a[N + 64], b[2 * N + 64];
static double x[N + 64], y[N + 64];
static int counts[N + 64];
static unsigned char small[N + 64];

static void fill(void)
{
    for (int i = 0; i < N + 64; i++) {
        a[i] = i * 37 % 101;
        x[i] = i * 29 % 97;
        counts[i] = i * 31 % 17 - 3;
        small[i] = (unsigned char)(i * 11);
        y[i] = -1;
        b[i] = b[i + N] = -2;
    }
}

static void show(const char *what, int n, int m)
{
    double sum = 0;
    for (int i = 0; i < N + 64; i++)
        sum += a[i] * (i % 7) + (b[i] + 3 * b[i + N]) * (i % 11) + y[i] * (i % 13) + x[i] + counts[i] * (i % 5L) + small[i] * (i % 3);
    printf("%s %d %d: %.0f\n", what, n, m, sum);
}

// m is a power of 2.
static void masks(int n, int m, int teams)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        int k = i & (m - 1), w = i - k, to = 2 * w + k;
        b[to] = a[i] + a[w / m];
        b[to + m] = a[i] - a[w / m];
        if (k > 1)
            counts[i ^ m] = to;
    }
    show("masks", n, m);
}

// The elements of a matrix with rows of m, as numbers from 0 to n - 1.
static void matrix(long n, long m, int teams)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (long e = 0; e < n; e++) {
        long i = e / m, j = e % m;
        double left = j > 0 ? x[i * m + j - 1] : 0, right = j < m - 1 ? x[i * m + j + 1] : 0;
        y[i * m + j] = left + right + a[i];
        if (i > 0 && j > 0)
            counts[e] = small[(i - 1) * m + j - 1] + small[e];
    }
    show("matrix", n, m);
}

// The ends of a row are neighbours. Numbers without sign.
static void ring(unsigned n, unsigned m, int teams)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (unsigned e = 0; e < n; e++) {
        unsigned j = e % m, row = e - j;
        unsigned left = j == 0 ? m - 1 : j - 1, right = j == m - 1 ? 0 : j + 1;
        b[e] = a[row + left] + 2 * a[row + right] + 3 * a[row + j];
        small[(e + 3u * m) % n] += 1;
    }
    show("ring", n, m);
}

// Masks of all kinds, most of which leave no neighbours.
static void odd_masks(int n, int m, int teams)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        b[i | m] = 5;
        y[i] = x[i & m] + a[i & ~m] + a[(i >> 5) + (i >> (m & 7))] + x[i & 0x7fffffff];
    }
    show("odd_masks", n, m);
}

// A divisor of 0 or below that no iteration divides by, and one that all do.
static void divisors(int n, int m, int none, int teams)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        float far = a[i];
        if (none != 0)
            far += a[i / none];
        y[i] = far + x[i / (-m) + n] + x[i % -m] + x[i % m];
    }
    show("divisors", n, m);
}

int main(void)
{
    static const int lengths[] = {1, 2, 15, 16, 17, 32, 33, 64, 100, 1000, 1024};
    for (int i = 0; i < (int)(sizeof lengths / sizeof *lengths); i++) {
        int m = lengths[i], whole = N / m * m;
        for (int teams = 1; teams < 4; teams += 2) {
            fill();
            if ((m & (m - 1)) == 0)
                masks(N, m, teams);
            matrix(whole - m, m, teams);
            matrix(whole, m, teams);
            ring(whole, m, teams);
            odd_masks(N / 2, m, teams);
            divisors(N - 7, m, 0, teams);
        }
    }
    return 0;
}
