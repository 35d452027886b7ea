// Collapsed loops that read along one loop and write along another, which run in
// tiles: every shape around the sides of tiles, several kinds of arrays and elements,
// and bodies whose tiles must not do more or less than the loops.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200 };

struct pair { float re; int im; };

static int table[MOST][MOST], mirror[MOST][MOST];
static float from[MOST * MOST], to[MOST * MOST];
static struct pair pairs[MOST * MOST], turned[MOST * MOST];
static signed char bytes[MOST * MOST];
static double wide[MOST * MOST];
static int touched[MOST * MOST];

static double sum(const float *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * ((i * 7) % 13);
    return s;
}

static void fill(void)
{
    for (int i = 0; i < MOST * MOST; i++) {
        from[i] = (i * 37) % 101;
        to[i] = -1;
        pairs[i] = (struct pair){i % 17, i % 19};
        turned[i] = (struct pair){-1, -1};
        bytes[i] = i % 113;
        wide[i] = -1;
        touched[i] = 0;
        table[i / MOST][i % MOST] = (i * 31) % 97;
        mirror[i / MOST][i % MOST] = -1;
    }
}

static void pointers(int n, int m)
{
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: from) map(tofrom: to)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j * n + i] = from[i * m + j];
    printf("%d %d: %.0f", n, m, sum(to, MOST * MOST));
    fill();
    float *p = to;
    const float *q = from;
#pragma omp target teams distribute parallel for collapse(2) map(to: q[0:n * m]) map(tofrom: p[0:MOST * MOST])
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            p[j * n + i] += q[i * m + j];
    printf(" %.0f\n", sum(to, MOST * MOST));
}

static void arrays(int n, int m)
{
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: table) map(tofrom: mirror)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            mirror[j][i] = table[i][j];
    long s = 0;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            s = (s * 31 + mirror[i][j]) % 1000003;
    printf("arrays %ld", s);
    double (*v)[n] = malloc(sizeof(double) * m * n), (*w)[m] = malloc(sizeof(double) * m * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            w[i][j] = i * 3 + j * 5, v[j][i] = 0;
#pragma omp target teams distribute parallel for collapse(2) map(to: w[0:n]) map(tofrom: v[0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[j][i] = w[i][j] + v[j][i];
    double t = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t += v[j][i] * (i + 2 * j);
    printf(" %.0f\n", t);
    free(v);
    free(w);
}

// Elements of different sizes, and structures.
static void elements(int n, int m)
{
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: bytes, pairs) map(tofrom: wide, turned)
    for (long i = 0; i < n; i++)
        for (unsigned char j = 0; j < m; j++) {
            wide[j * n + i] = bytes[i * m + j];
            turned[j * n + i] = pairs[i * m + j];
            turned[j * n + i].im += 1;
        }
    double t = 0;
    for (int i = 0; i < MOST * MOST; i++)
        t += wide[i] * (i % 11) + turned[i].re * (i % 7) + turned[i].im * (i % 5);
    printf("elements %.0f\n", t);
}

// Each iteration runs exactly once, with steps, falling loops and a condition.
static void once(int n, int m)
{
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: from) map(tofrom: to, touched)
    for (int i = n - 1; i >= 1; i -= 2)
        for (int j = 3; j <= m; j += 3) {
            if ((i + j) % 4 == 0)
                continue;
            int at = j * MOST + i;
            touched[at] += 1;
            to[at] = from[i * MOST + j];
        }
    long s = 0;
    for (int i = 0; i < MOST * MOST; i++)
        s = (s * 31 + touched[i] * 7 + (int)to[i]) % 1000003;
    printf("once %ld\n", s);
}

// A triangle is exchanged in place; a sum and a maximum go along.
static void in_place(int n)
{
    fill();
    long total = 0;
    int high = -1;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: table) reduction(+: total) reduction(max: high)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i < j) {
                int t = table[i][j];
                table[i][j] = table[j][i];
                table[j][i] = t;
                total += t;
                high = t > high ? t : high;
            }
    long s = 0;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            s = (s * 31 + table[i][j]) % 1000003;
    printf("in place %ld %ld %d\n", s, total, high);
}

int main(void)
{
    static const int shapes[][2] = {{0, 5}, {5, 0}, {1, 1}, {1, 150}, {150, 1}, {31, 33}, {32, 32}, {33, 31}, {64, 64}, {65, 63}, {100, 130}, {200, 3}};
    for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        int n = shapes[s][0], m = shapes[s][1];
        pointers(n, m);
        arrays(n, m);
        elements(n, m);
        once(n, m);
    }
    in_place(0);
    in_place(77);
    in_place(MOST);
    return 0;
}
