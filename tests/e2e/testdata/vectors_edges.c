// Grids whose edges are treated apart: lanes agree about the conditions nearly everywhere.
#include <stdio.h>

enum { rows = 37, cols = 83 };
static float t[rows * cols], r[rows * cols];
static int kind[rows * cols];

static void show(const char *what)
{
    double sum = 0;
    long kinds = 0;
    for (int i = 0; i < rows * cols; i++)
        sum += r[i] * (i % 17), kinds += kind[i] * (long)(i % 23);
    printf("%s %.3f %ld\n", what, sum, kinds);
}

// What each branch loads lies outside of the grid in the others.
static void branches(int n, int m)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: t) map(tofrom: r, kind)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int at = i * m + j, k;
            float d = 0;
            if (i == 0 && j == 0)
                d = t[1] + t[m], k = 1;
            else if (i == 0 && j == m - 1)
                d = t[j - 1] + t[j + m], k = 2;
            else if (i == 0 || i == n - 1 || j < 3)
                d = t[at - (i > 0 ? m : 0)] * 2, k = 3;
            else if (j >= m - 2)
                d = t[at - 1] - t[at], k = 4;
            else {
                d = t[at - 1] + t[at + 1] + t[at - m] + t[at + m] - 4 * t[at];
                k = 5;
                if (j % 3 == 0)
                    k += 10, d *= 0.5f;
            }
            r[at] = t[at] + 0.25f * d;
            kind[at] = k;
        }
}

// Conditions that differ in the middle of rows, and one within another.
static void diagonals(int n, int m)
{
#pragma omp target teams distribute parallel for map(to: t) map(tofrom: r, kind)
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = 0; j < m; j++) {
            if (j < i)
                r[i * m + j] += t[i * m + j];
            if (j + i > m) {
                kind[i * m + j]++;
                if (j != 2 * i)
                    r[i * m + j] -= t[j];
            } else if (i + 3 < j)
                r[i * m + j] = t[j] - t[i];
        }
}

// One loop whose only condition that touches memory is at either end; some store.
static void line(int n)
{
#pragma omp target teams distribute parallel for map(to: t) map(tofrom: r)
    for (int j = 0; j < n; j++) {
        if (j > 0)
            r[j] += t[j - 1];
        if (j < n - 1)
            r[j] += t[j + 1];
        if (!(j >= 100 && j < 200))
            r[j] -= t[j];
    }
}

int main(void)
{
    for (int i = 0; i < rows * cols; i++)
        t[i] = i * 31 % 64, r[i] = 1;
    branches(rows, cols);
    show("branches");
    branches(2, 5);
    show("small");
    diagonals(rows, cols);
    show("diagonals");
    line(rows * cols);
    show("line");
    return 0;
}
