// Products of matrices and what looks like them, of which a GPU's team runs blocks with
// shared loads: all shapes around the sides of blocks, several types, bounds and
// subscripts.
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 150 };

static double weight(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * ((i * 7) % 13);
    return s;
}

static float a[MOST * MOST], b[MOST * MOST];
static double c[MOST * MOST], d[MOST * MOST];
static int table[MOST][MOST], other[MOST][MOST];
static long out[MOST][MOST];

static void fill(void)
{
    for (int i = 0; i < MOST * MOST; i++) {
        a[i] = (i * 37) % 11 - 5;
        b[i] = (i * 31) % 7 - 3;
        c[i] = d[i] = -1;
        table[i / MOST][i % MOST] = (i * 31) % 97;
        other[i / MOST][i % MOST] = (i * 13) % 89;
        out[i / MOST][i % MOST] = -1;
    }
}

// n rows, m columns, l products each.
static void products(int n, int m, int l)
{
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(tofrom: c, d)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = i - j, most = -1000;
            for (int k = 0; k < l; k++) {
                float p = a[i * l + k] * b[k * m + j];
                sum += p;
                if (p > most)
                    most = p;
            }
            c[i * m + j] = sum;
            d[i * m + j] = most;
        }
    printf("%d %d %d: %.0f %.0f", n, m, l, weight(c, MOST * MOST), weight(d, MOST * MOST));
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: table, other) map(tofrom: out)
    for (int i = n - 1; i >= 0; i -= 2)
        for (int j = 1; j <= m - 1; j += 3) {
            long s, t = 1;
            s = other[0][j] + table[i][0];
            for (int k = 2; k <= l - 1; k++) {
                s += (long)table[k][i] * other[j][k] + (table[k][i] ^ k) * j;
                t = t * 3 % 1009 + other[j][k] % 2;
            }
            if (s % 3)
                out[i][j] = s + t;
            else
                out[i][j] -= t;
        }
    long s = 0;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            s = (s * 31 + out[i][j]) % 1000003;
    printf(" %ld\n", s);
}

int main(void)
{
    products(0, 3, 4);
    products(3, 0, 4);
    products(3, 4, 0);
    products(1, 1, 1);
    products(32, 64, 16);
    products(31, 63, 15);
    products(33, 65, 17);
    products(100, 7, 33);
    products(5, 150, 40);
    products(130, 140, 150);
    return 0;
}
