// Collapsed nests of two loops on both sides of where teams of a GPU take lines of them:
// every cell gets its number once, for trips around multiples of a line's length and of
// the rows for which a team stays on it, any number of teams and threads, and with clauses
// that ask for order.
#include <stdio.h>

enum { MOST = 70 * 1040 };

static int cells[MOST], counts[MOST];
static int bad;

static void clear(void)
{
    for (int i = 0; i < MOST; i++)
        cells[i] = counts[i] = 0;
}

static void check(const char *what, int a, int b)
{
    int n = a * b, wrong = 0;
    for (int i = 0; i < MOST; i++)
        wrong += counts[i] != (i < n) || cells[i] != (i < n ? i + 1 : 0);
    if (wrong)
        printf("%s %d %d: %d wrong\n", what, a, b, wrong);
    bad += wrong;
}

/* The loops count up and down, by other steps than one, from other numbers than zero. */
static void two(int a, int b, int teams, int threads)
{
    clear();
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: cells, counts) num_teams(teams) thread_limit(threads)
    for (long i = a; i > 0; --i)
        for (unsigned j = 5; j < 5u + 3 * b; j += 3) {
            int at = (int)(a - i) * b + (int)((j - 5) / 3);
            cells[at] += at + 1;
            counts[at]++;
        }
    check("two", a, b);
}

/* The last iteration of all leaves its values, a sum takes all of them. */
static void lasts(int a, int b, int teams)
{
    int last = -1, i = -5, j = -5;
    long sum = 0;
    clear();
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: cells, counts, last, sum) num_teams(teams) \
    lastprivate(last) reduction(+: sum)
    for (i = 0; i < a; i++)
        for (j = 0; j < b; j++) {
            last = i * b + j;
            cells[last] += last + 1;
            counts[last]++;
            sum += last;
        }
    long n = (long)a * b;
    if ((n > 0 && last != n - 1) || sum != n * (n - 1) / 2) {
        printf("last %d of %ld, sum %ld\n", last, n, sum);
        bad++;
    }
    check("lasts", a, b);
}

/* Each thread's iterations come in their order. */
static void ordered(int a, int b, int teams)
{
    int before = -1, falls = 0;
    clear();
#pragma omp target teams distribute parallel for collapse(2) schedule(monotonic: dynamic) map(tofrom: cells, counts) \
    num_teams(teams) firstprivate(before) reduction(+: falls)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++) {
            int at = i * b + j;
            falls += at <= before;
            before = at;
            cells[at] += at + 1;
            counts[at]++;
        }
    check("ordered", a, b);
    printf("falls %d\n", falls);
}

/* A stencil, which finds its neighbours unchanged, with as many teams as the runtime
 * wants. */
static void stencil(int n, int m)
{
    static float from[MOST], to[MOST];
    for (int i = 0; i < MOST; i++)
        from[i] = i % 101, to[i] = -1;
#pragma omp target teams distribute parallel for collapse(2) map(to: from) map(tofrom: to)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i * m + j] = from[i * m + j - 1] + from[i * m + j + 1] + from[(i - 1) * m + j] + from[(i + 1) * m + j];
    double sum = 0;
    for (int i = 0; i < MOST; i++)
        sum += to[i] * (i % 7);
    printf("stencil %.0f\n", sum);
}

int main(void)
{
    static const int rows[] = {0, 1, 7, 8, 9, 16, 33, 70}, columns[] = {0, 128, 127, 256, 140, 112, 1040, 1023}, teams[] = {1, 3, 40};
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++)
            two(rows[a], columns[b], teams[(a + b) % 3], b % 2 ? 128 : 64 + 32 * (a % 3));
    lasts(33, 512, 1);
    lasts(70, 1040, 3);
    lasts(16, 250, 4);
    lasts(0, 128, 4);
    ordered(17, 256, 1);
    ordered(17, 256, 3);
    stencil(70, 1040);
    stencil(34, 514);
    stencil(10, 64);
    printf("bad %d\n", bad);
    return bad != 0;
}
