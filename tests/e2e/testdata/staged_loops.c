// Loops in each of whose iterations an inner loop reads the same elements, which a GPU's team
// stages in local memory: of any length, from any first iteration on, with elements of
// several types, reached through other arrays, or read under a condition.
#include <stdio.h>

enum { N = 700, M = 900 };

struct point { short tag; double at; };

static int a[M], b[2 * M + 1], column[M], out[N];
static struct point p[M];
static double d[N];
static float f[N], g[M];

static long checksum(const int *v, int n)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s = (s * 31 + v[i]) % 1000000007;
    return s;
}

static void lengths(int n, int first, int m)
{
#pragma omp target teams distribute parallel for map(to: a, b, column) map(from: out)
    for (int i = 0; i < n; i++) {
        unsigned sum = i;
        for (int j = first; j < m; j++) {
            int v = a[j] ^ b[2 * j + 1];
            sum = sum * 3 + (unsigned)(v % (i + 2) + a[column[j]]);
        }
        out[i] = (int)(sum % 1000003);
    }
    printf("lengths %d %d %d: %ld\n", n, first, m, checksum(out, n));
}

// Other types, a loop that falls by two, and few threads.
static void types(unsigned long m)
{
    long total = 0;
#pragma omp target teams distribute parallel for thread_limit(64) map(to: p) map(tofrom: d) reduction(+: total)
    for (int i = N - 1; i > 1; i -= 2) {
        double x = i, most = 0;
        long tags = 0;
        for (unsigned long j = 1; j <= m; ++j) {
            double y = p[j].at - x;
            most = y > most ? y : most;
            tags += p[j].tag + (y > 100);
        }
        d[i] = most;
        total += tags;
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += d[i] * i;
    printf("types %lu: %.1f %ld\n", m, sum, total);
}

// What only some iterations read is not staged, nor is what is stored to.
static void conditions(int m)
{
#pragma omp target teams distribute parallel for map(to: a, g) map(tofrom: f, out)
    for (int i = 0; i < N; i++) {
        float s = f[i];
        for (int j = 0; j < m; j++) {
            if (j % 3 == i % 3)
                s += g[j];
            s -= 0.5f;
        }
        f[i] = s;
        int sum = 0;
        out[i] += a[i];
        for (int j = 0; j < 10; j++)
            sum += a[j];
        out[i] += sum;
    }
    float s = 0;
    for (int i = 0; i < N; i++)
        s += f[i];
    printf("conditions %.1f %ld\n", s, checksum(out, N));
}

// Every thread has several iterations, the last of a team none.
static void turns(int n)
{
#pragma omp target teams distribute parallel for num_teams(2) map(to: g) map(from: f)
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < 300; j++)
            s += (g[j] - i) * (g[j] + i);
        f[i] = s;
    }
    float s = 0;
    for (int i = 0; i < n; i++)
        s += f[i] / n;
    printf("turns %d %.1f\n", n, s);
}

int main(void)
{
    for (int i = 0; i < M; i++) {
        a[i] = i * 37 % 101;
        b[2 * i] = -1;
        b[2 * i + 1] = i * 53 % 211;
        column[i] = (i * 7 + 3) % M;
        p[i] = (struct point){(short)(i % 9), i * 29 % 331};
        g[i] = (float)(i % 17) - 8;
    }
    lengths(N, 0, M);
    lengths(N, 1, 129);
    lengths(1, 5, 261);
    lengths(129, 0, 127);
    lengths(N, 3, 132);
    lengths(N, 7, 7);
    types(M - 1);
    types(256);
    conditions(M);
    turns(N);
    turns(257);
    return 0;
}
