// LINK: -lm
// TOLERANCE: 1e-5
// Vectors across short rows: elements that lie a few elements apart for neighbouring
// iterations, in arrays that end where memory ends, and bodies that end in updates of reduced
// arrays, one iteration after the other.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define N 203 /* iterations: whole vectors and some more */
#define K 6

static int teams = 1;
static int nearest[N], steps[N];
static float out[N], centres[K * 4];
static double wide[N * 3], sums[K][4];
static int whole[N * 4], counts[K];
static struct point { float x, y; int kind; float z; } points[N];
static struct { double at[2]; float weight; } pairs[N];
static float square[N][4];

// behind returns memory for size bytes behind which there is none.
static void *behind(size_t size)
{
    size_t page = sysconf(_SC_PAGESIZE), all = (size + page - 1) / page * page;
    char *p = mmap(0, all + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p + all, page, PROT_NONE))
        return 0;
    return p + all - size;
}

static float *numbers(int n)
{
    float *at = behind((size_t)n * sizeof *at);
    for (int i = 0; i < n; i++)
        at[i] = i * 41 % 97 / 16.0f;
    return at;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        nearest[i] = steps[i] = -1;
        out[i] = -2;
        points[i] = (struct point){i % 7, i * 5 % 11, i % 3, i * 3 % 13};
        pairs[i].at[0] = i % 9 - 3.5, pairs[i].at[1] = i % 4, pairs[i].weight = i;
        for (int e = 0; e < 3; e++)
            wide[i * 3 + e] = (i * 31 + e * 7) % 101 / 8.0;
        for (int e = 0; e < 4; e++) {
            whole[i * 4 + e] = (i * 17 + e * 29) % 53 - 20;
            square[i][e] = (i * 13 + e) % 37 - 18;
        }
    }
    for (int i = 0; i < K * 4; i++)
        centres[i] = i * 37 % 19 / 4.0f;
    memset(sums, 0, sizeof sums);
    memset(counts, 0, sizeof counts);
}

static void show(const char *what, int n)
{
    double sum = 0, total = 0;
    long ints = 0, number = 0;
    for (int i = 0; i < N; i++) {
        sum += out[i] * (i % 7 + 1);
        ints += nearest[i] * (i % 13 + 1) + steps[i] * (i % 5);
    }
    for (int c = 0; c < K; c++) {
        number += counts[c] * (c + 1);
        for (int e = 0; e < 4; e++)
            total += sums[c][e] * (c * 4 + e + 1);
    }
    printf("%s %d: %.6g %ld %ld %.6g\n", what, n, sum, ints, number, total);
}

// A step of k-means in D dimensions.
#define CLUSTERS(D)                                                            \
    static void clusters_##D(int n, const float *at)                           \
    {                                                                          \
        double sum[K * D] = {0};                                               \
        int count[K] = {0}, length = n * D;                                    \
        _Pragma("omp target teams distribute parallel for num_teams(teams) reduction(+: sum, count) map(tofrom: sum, count) map(to: at[0:length])") \
        for (int i = 0; i < n; i++) {                                          \
            int best = 0;                                                      \
            float least = 1e30f;                                               \
            for (int c = 0; c < K; c++) {                                      \
                float far = 0;                                                 \
                for (int d = 0; d < D; d++) {                                  \
                    float v = at[i * D + d] - centres[c * D + d];              \
                    far += v * v;                                              \
                }                                                              \
                if (far < least) {                                             \
                    least = far;                                               \
                    best = c;                                                  \
                }                                                              \
            }                                                                  \
            nearest[i] = best;                                                 \
            out[i] = least;                                                    \
            count[best]++;                                                     \
            for (int d = 0; d < D; d++)                                        \
                sum[best * D + d] += at[i * D + d];                            \
        }                                                                      \
        for (int c = 0; c < K; c++) {                                          \
            counts[c] = count[c];                                              \
            for (int d = 0; d < D; d++)                                        \
                sums[c][d % 4] += sum[c * D + d];                              \
        }                                                                      \
        show("clusters " #D, n);                                               \
    }
CLUSTERS(4)

// Doubles, integers, rows of arrays, members of records, a condition around a row.
static void kinds(int n, const float *two, const float *five, const float *eight)
{
#pragma omp target teams distribute parallel for num_teams(teams) map(to: two[0:n * 2], five[0:n * 5], eight[0:n * 8])
    for (int i = 0; i < n; i++) {
        double far = 0;
        int most = 0;
        for (int d = 0; d < 3; d++)
            far += (wide[i * 3 + d] - d) * centres[d];
        for (int d = 0; d < 2; d++)
            far += two[i * 2 + d] + five[i * 5 + d + 3] * eight[i * 8 + d * 6 + 1];
        for (int d = 1; d < 4; d++)
            most += whole[i * 4 + d] * (d - 2);
        for (int k = 0; k < K; k++) {
            float x = points[i].x - centres[k], y = points[i].z - centres[k + 1];
            far += pairs[i].at[1] * k + x * y;
            if (points[i].kind == 1)
                far += square[i][2];
        }
        out[i] = far;
        steps[i] = most;
    }
    show("kinds", n);
}

// A body that goes on behind the update, with variables of its own and what came before.
static void goes_on(int n, float scale)
{
    int i, best;
    double least = 1e30, all = 0;
    long number[K] = {0};
#pragma omp target teams distribute parallel for num_teams(teams) private(best) reduction(+: all, number[0:K]) reduction(min: least) map(tofrom: all, number, least)
    for (i = 0; i < n; i++) {
        float s = 0, twice = scale * 2;
        _Bool odd = (i + 3) % 2;
        int next = i + 1;
        best = 0;
        for (int d = 0; d < 4; d++)
            s += square[i][d] * twice;
        all += s;
        if (s > 3)
            best = 3;
        if (best % K < 3 && odd) {
            number[best]++;
            best++;
            twice = next;
        }
        for (int k = best; k < K; k++)
            number[k] += odd ? next : (int)s;
        steps[i] = best + i;
        least = s < least ? s : least;
        out[i] = s + odd + twice;
    }
    printf("all %.6g, least %.6g\n", all, least);
    for (int k = 0; k < K; k++)
        counts[k] = (int)number[k];
    show("goes on", n);
}

// Costly functions in front of an update, and nothing else.
static void histogram(int n)
{
    unsigned h[K] = {0};
#pragma omp target teams distribute parallel for num_teams(teams) reduction(+: h) map(tofrom: h)
    for (int i = 0; i < n; i++) {
        float u = expf(-square[i][0] * square[i][0] / 64);
        int bin = (int)(u * (K - 0.01f));
        if (bin == 0)
            continue;
        h[bin] += i;
    }
    for (int k = 0; k < K; k++)
        counts[k] = h[k];
    show("histogram", n);
}

int main(void)
{
    static const int sizes[] = {0, 15, 16, 17, 48, N};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int n = sizes[s];
        teams = n == N ? 3 : 1;
#define RUN(D)                                                                 \
        {                                                                      \
            fill();                                                            \
            clusters_##D(n, numbers(n * D));                                   \
        }
        RUN(4)
        fill();
        kinds(n, numbers(n * 2), numbers(n * 5), numbers(n * 8));
        fill();
        goes_on(n, 0.25f);
        fill();
        histogram(n);
    }
    return 0;
}
