// TOLERANCE: 1e-5
// Products and their like, of which a CPU runs bands of several rows: sizes around those of
// bands and their parts, steps and directions, several sums and types, loops in loops,
// variables from outside, three collapsed loops.
#include <stdio.h>

#define N 150

static int teams = 1;
static float a[N][N], b[N][N], c[N][N];
static double wide[N][N];

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 31 + j * 17) % 23 - 11;
            b[i][j] = (i * 7 + j * 29) % 19 - 9;
            c[i][j] = wide[i][j] = i - j;
        }
}

static void show(const char *what, int n)
{
    double sum = 0, mixed = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            sum += c[i][j] + wide[i][j];
            mixed += (c[i][j] - wide[i][j]) * ((i * 5 + j * 3) % 7);
        }
    printf("%s %d: %.9g %.9g\n", what, n, sum, mixed);
    fill();
}

static void product(int n, int m)
{
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) map(to: a, b) map(tofrom: c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = c[i][j];
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    show("product", n);
}

// Loops that start elsewhere, fall, and move by more than one; variables from outside.
static void outside(int n)
{
    int i, j, k;
    float s, t;
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) map(to: a, b) map(tofrom: c) private(k, s, t)
    for (i = n - 1; i >= 3; i -= 2)
        for (j = 5; j < n; j++) {
            s = i * 0.5f;
            for (k = n - 1; k > 0; k -= 3) {
                t = a[i][k] - 1;
                s += t * b[k][j];
            }
            c[i][j] = s * 0.25f;
        }
    show("outside", n);
}

// Two sums of different types, conditions, and a loop whose length depends on another's
// variable.
static void several(int n)
{
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) schedule(static) map(to: a, b) map(tofrom: c, wide)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            double t = 1;
            for (int p = 0; p < 6; p++) {
                for (int q = 0; q <= p; q++)
                    s += a[i][p * 6 + q] * b[q][j];
                t += s * a[i][p];
            }
            if (i > j) {
                float u = s;
                s = u + 1;
            }
            c[i][j] = s > 10 ? s : -s;
            wide[i][j] = t;
        }
    show("several", n);
}

// A stencil of 3 × 5 with its weights, as a convolution.
static void convolution(int n, const float *weight)
{
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) map(to: a, weight[0:15]) map(tofrom: c)
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < n - 2; j++) {
            float s = 0;
            for (int p = -1; p <= 1; p++)
                for (int q = -2; q <= 2; q++)
                    s += weight[(p + 1) * 5 + q + 2] * a[i + p][j + q];
            c[i][j] = s;
        }
    show("convolution", n);
}

static void batches(int n)
{
#pragma omp target teams distribute parallel for collapse(3) num_teams(teams) map(to: a, b) map(tofrom: wide)
    for (int m = 0; m < 3; m++)
        for (int i = 0; i < n; i++)
            for (unsigned char j = 0; j < 40; j++) {
                double s = m;
                for (long k = 0; k < 20; k++)
                    s += a[m][i + k] * (double)b[k][m * 40 + j];
                wide[i][m * 40 + j] = s;
            }
    show("batches", n);
}

// Rows whose sums differ in length, and those that are stored in the loop, stay as they are.
static void others(int n)
{
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) map(to: a, b) map(tofrom: c, wide)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < i; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
            for (int k = 0; k < 10; k++)
                wide[i][j] += s * a[k][i];
        }
    show("others", n);
}

int main(void)
{
    float weight[15];
    for (int e = 0; e < 15; e++)
        weight[e] = e * 3 % 7 - 2;
    fill();
    for (teams = 1; teams < 7; teams += 4) {
        int sizes[] = {0, 1, 7, 8, 17, 64, 83, N};
        for (int e = 0; e < 8; e++)
            product(sizes[e], e % 2 ? N : sizes[e]);
        outside(N);
        outside(40);
        several(N);
        several(50);
        convolution(N, weight);
        convolution(30, weight);
        batches(100);
        others(N);
    }
    return 0;
}
