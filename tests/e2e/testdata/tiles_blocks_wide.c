// Products of matrices by few teams: a GPU's usual teams run wide blocks then, whole ones
// and such at the edges.
#include <stdio.h>

enum { ROWS = 132, COLUMNS = 260, DEPTH = 35 };

static float a[ROWS * DEPTH], b[DEPTH * COLUMNS], c[ROWS * COLUMNS];
static int p[DEPTH][ROWS], q[COLUMNS][DEPTH];
static unsigned r[ROWS][COLUMNS];

static void fill(void)
{
    for (int i = 0; i < ROWS * DEPTH; i++) {
        a[i] = (i * 37) % 11 * 0.1f - 0.5f;
        p[i % DEPTH][i / DEPTH] = (i * 31) % 97;
    }
    for (int i = 0; i < DEPTH * COLUMNS; i++) {
        b[i] = (i * 31) % 7 * 0.3f - 1;
        q[i / DEPTH][i % DEPTH] = (i * 13) % 89;
    }
    for (int i = 0; i < ROWS * COLUMNS; i++)
        c[i] = r[i / COLUMNS][i % COLUMNS] = i % 5;
}

// Both products with n rows and m columns, and what lies around them; the order of the
// sums of the first decides their last bits.
static void products(int n, int m, int l)
{
    fill();
#pragma omp target teams distribute parallel for collapse(2) num_teams(3) map(to: a, b) map(tofrom: c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < l; k++)
                sum += a[i * l + k] * b[k * m + j];
            c[i * m + j] = 0.5f * sum + c[i * m + j];
        }
#pragma omp target teams distribute parallel for collapse(2) num_teams(2) map(to: p, q) map(tofrom: r)
    for (int i = 1; i <= n; i++)
        for (int j = m - 1; j >= 0; j--) {
            unsigned sum = i;
            for (int k = 1; k < l; k++)
                sum = sum * 31 + (p[k][i - 1] ^ q[j][k] * k);
            r[i - 1][j] = sum;
        }
    double s = 0;
    unsigned t = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        s += c[i] * (i % 13);
        t = t * 31 + r[i / COLUMNS][i % COLUMNS];
    }
    printf("%d %d %d: %.5f %u\n", n, m, l, s, t);
}

int main(void)
{
    products(64, 128, 16);
    products(63, 127, 15);
    products(130, 260, 33);
    products(ROWS, COLUMNS, DEPTH);
    return 0;
}
