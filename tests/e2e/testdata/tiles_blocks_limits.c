// Products of matrices in teams of other sizes, and loops like them that must run as
// they are written.
#include <stdio.h>

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

static void fill(void)
{
    for (int i = 0; i < MOST * MOST; i++) {
        a[i] = (i * 37) % 11 - 5;
        b[i] = (i * 31) % 7 - 3;
        c[i] = d[i] = -1;
    }
}

// Teams of other sizes, and a bound and a sum in memory.
static void limited(int n, int m)
{
    static int length;
    long total = 0;
    fill();
    length = n;
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b, length) map(tofrom: c, total) thread_limit(48) reduction(+: total)
    for (int i = 0; i < n; i++)
        for (unsigned char j = 0; j < m; j++) {
            double sum = 0;
            if (i > j)
                sum = i;
            for (unsigned short k = 0; k < length; k++)
                sum = sum * 0.5 + a[i * n + k] * b[j * n + k] * (k & 3);
            c[i * m + j] = (int)(sum * 16);
            total += (int)sum;
        }
    printf("limited %.0f %ld", weight(c, MOST * MOST), total);
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(tofrom: c) num_threads(20) num_teams(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * m + j];
            c[i * m + j] = sum;
        }
    printf(" %.0f\n", weight(c, MOST * MOST));
}

// Bodies that write in the inner loop, or load under a condition, or whose inner loops
// differ, run as they are written.
static void plain(int n)
{
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(tofrom: c, d)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0, part = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
                c[i * n + j] = sum;
            }
            for (int k = 0; k < i; k++)
                part += a[i * n + k] * b[k * n + j];
            d[i * n + j] = part;
        }
    printf("plain %.0f %.0f", weight(c, MOST * MOST), weight(d, MOST * MOST));
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(tofrom: c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += k < j ? a[i * n + k] * b[k * n + j] : a[i];
            c[i * n + j] = sum;
        }
    printf(" %.0f\n", weight(c, MOST * MOST));
}

int main(void)
{
    limited(70, 90);
    limited(2, 3);
    plain(50);
    return 0;
}
