// Collapsed nests of three and four loops on both sides of where teams of a GPU take
// bricks of them: every cell gets its number once, for trips around multiples of a
// brick's sides, any number of teams and threads, and with clauses that ask for order.
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 33 * 31 * 64 };

static int cells[MOST], counts[MOST];
static int bad;

static void clear(void)
{
    for (int i = 0; i < MOST; i++)
        cells[i] = counts[i] = 0;
}

static void check(const char *what, int a, int b, int c)
{
    int n = a * b * c, wrong = 0;
    for (int i = 0; i < MOST; i++)
        wrong += counts[i] != (i < n) || cells[i] != (i < n ? i + 1 : 0);
    if (wrong)
        printf("%s %d %d %d: %d wrong\n", what, a, b, c, wrong);
    bad += wrong;
}

/* The loops count up and down, by other steps than one, from other numbers than zero. */
static void three(int a, int b, int c, int teams, int threads)
{
    clear();
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: cells, counts) num_teams(teams) thread_limit(threads)
    for (int i = 1; i < a + 1; i++)
        for (long j = b; j > 0; --j)
            for (unsigned k = 5; k < 5u + 3 * c; k += 3) {
                int at = ((i - 1) * b + (int)(b - j)) * c + (int)((k - 5) / 3);
                cells[at] += at + 1;
                counts[at]++;
            }
    check("three", a, b, c);
}

static void four(int a, int b, int c, int d, int teams)
{
    int last = -1, i = -5, j = -5, k = -5, l = -5;
    clear();
#pragma omp target teams distribute parallel for collapse(4) map(tofrom: cells, counts, last) num_teams(teams) lastprivate(last)
    for (i = 0; i < a; i++)
        for (j = 0; j < b; j++)
            for (k = 0; k < c; k++)
                for (l = 0; l < d; l++) {
                    last = ((i * b + j) * c + k) * d + l;
                    cells[last] += last + 1;
                    counts[last]++;
                }
    if (a * b * c * d > 0 && last != a * b * c * d - 1) {
        printf("last %d of %d\n", last, a * b * c * d);
        bad++;
    }
    check("four", a * b, c, d);
}

/* No order, or a number of teams that the runtime chooses. */
static void others(int a, int b, int c)
{
    long sum = 0;
    int most = -1, seen = -1;
    clear();
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: cells, counts, sum, most) reduction(+: sum) reduction(max: most)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) {
                int at = (i * b + j) * c + k;
                cells[at] += at + 1;
                counts[at]++;
                sum += at;
                most = at > most ? at : most;
            }
    check("sums", a, b, c);
    long n = (long)a * b * c;
    if (sum != n * (n - 1) / 2 || most != n - 1) {
        printf("sums %d %d %d: %ld %d\n", a, b, c, sum, most);
        bad++;
    }
    clear();
#pragma omp target teams distribute parallel for simd collapse(3) map(tofrom: cells, counts, seen) lastprivate(seen)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) {
                seen = (i * b + j) * c + k;
                cells[seen] += seen + 1;
                counts[seen]++;
            }
    check("simd", a, b, c);
    if (n > 0 && seen != n - 1) {
        printf("seen %d of %ld\n", seen, n);
        bad++;
    }
}

/* Each thread's iterations come in their order. */
static void ordered(int a, int b, int c, int teams)
{
    int before = -1, falls = 0;
    clear();
#pragma omp target teams distribute parallel for collapse(3) schedule(monotonic: dynamic) map(tofrom: cells, counts) \
    num_teams(teams) firstprivate(before) reduction(+: falls)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) {
                int at = (i * b + j) * c + k;
                falls += at <= before;
                before = at;
                cells[at] += at + 1;
                counts[at]++;
            }
    check("ordered", a, b, c);
    printf("falls %d\n", falls);
}

/* A stencil, which finds its neighbours unchanged. */
static void stencil(int n, int m)
{
    static float from[40 * 40 * 64], to[40 * 40 * 64];
    for (int i = 0; i < 40 * 40 * 64; i++)
        from[i] = i % 101, to[i] = -1;
#pragma omp target teams distribute parallel for collapse(3) map(to: from) map(tofrom: to)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < m - 1; k++) {
                int at = (i * n + j) * m + k;
                to[at] = from[at - 1] + from[at + 1] + from[at - m] + from[at + m] + from[at - n * m] + from[at + n * m];
            }
    double sum = 0;
    for (int i = 0; i < 40 * 40 * 64; i++)
        sum += to[i] * (i % 7);
    printf("stencil %.0f\n", sum);
}

int main(void)
{
    static const int layers[] = {0, 7, 8, 9, 17, 33}, rows[] = {1, 4, 7, 8, 31}, columns[] = {3, 29, 32, 64}, teams[] = {1, 3, 40};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 5; b++) {
            three(layers[a], rows[b], columns[(a + b) % 4], teams[(a + 2 * b) % 3], 128);
            if (b == a % 5)
                three(layers[a], rows[4], columns[2 + a % 2], 3, a % 2 ? 64 : 96);
        }
    four(2, 17, 15, 64, 1);
    four(2, 8, 32, 127, 3);
    four(2, 17, 15, 64, 40);
    four(1, 33, 4, 30, 3);
    four(2, 9, 0, 32, 3);
    ordered(17, 8, 64, 1);
    ordered(17, 8, 64, 3);
    others(33, 31, 64);
    others(16, 32, 96);
    others(0, 4, 32);
    stencil(38, 66);
    stencil(10, 64);
    printf("bad %d\n", bad);
    return bad != 0;
}
