// Loops without inner loops that store to neighbouring elements: a CPU runs them as
// vectors without asking whether the arrays overlap. Bodies with arrays of their own,
// other distances and conditional stores are among them, for trip counts around the
// sizes of vectors.
#include <stdio.h>

#define N 150

static int teams = 1; // so that a thread has all iterations, but for the last size
static int d[N * N], e[N];
static double x[N + 2], y[N + 2];
static short narrow[N];
static struct { int key; float value; } pairs[N];

static void paths(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i * n + j] = i == j ? 0 : 1 + (i * 71 + j * 37) % 1000;
    for (int k = 0; k < n; k++) {
#pragma omp target teams distribute parallel for num_teams(teams) collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int through = d[i * n + k] + d[k * n + j];
                if (through < d[i * n + j])
                    d[i * n + j] = through;
            }
    }
    long sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += d[i] * (long)(i % 7 + 1);
    printf("paths %d: %ld\n", n, sum);
}

// The same memory under two names, shifted: each iteration its own element.
static void shifted(int n, const double *from, double *to)
{
#pragma omp target teams distribute parallel for num_teams(teams) map(tofrom: from[0:n], to[0:n])
    for (int i = n - 1; i >= 0; i--)
        to[i] = from[i] > 2 ? from[i] - 1 : to[i] + 3;
}

static void own_array(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        int digits[4] = {i, i + 1, i + 2, i + 3};
        digits[i & 3] += e[i];
        e[i] = digits[0] * 3 + digits[1] - digits[2] + digits[3];
    }
}

static void narrower(int n)
{
    int found = -1;
#pragma omp target teams distribute parallel for num_teams(teams) map(tofrom: found)
    for (int i = 0; i < n; i++) {
        narrow[i] += i * 300;
        if (narrow[i] == 1234)
            found = i;
    }
    printf("found %d\n", found);
}

static void members(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++)
        if (pairs[i].key > 3)
            pairs[i].value = pairs[i].key / 2.0f;
}

static void every_third(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i += 3)
        e[i] = e[i / 3 * 3] + i;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 15, 16, 17, 33, 100, N};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int n = sizes[s];
        teams = n == N ? 3 : 1;
        for (int i = 0; i < N; i++) {
            x[i] = i % 5;
            y[i] = i % 3;
            e[i] = i * 31 % 17;
            narrow[i] = i == 11 ? 1234 - 3300 : i;
            pairs[i].key = i % 9;
            pairs[i].value = -1;
        }
        paths(n < 40 ? n : 40 + n % 7);
        shifted(n, x, y);
        own_array(n);
        narrower(n);
        members(n);
        every_third(n);
        double sum = 0;
        for (int i = 0; i < N; i++)
            sum += y[i] * (i % 11) + e[i] * (i % 7) + narrow[i] + pairs[i].value * (i % 3);
        printf("%d: %.6f\n", n, sum);
    }
    return 0;
}
