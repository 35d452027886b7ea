// Collapsed nests of every shape: that many iterations, each once, with loop variables
// of all types, in both directions, with strides and pointers, wide enough for tiles
// and too narrow, divided by each kind of schedule.
#include <stdio.h>
#include <stdlib.h>

static int bad;

static void check(const char *what, const int *hits, int n)
{
    long sum = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += hits[i] != i + 1;
        sum += (long)hits[i] * (i % 97);
    }
    bad += wrong;
    printf("%s %d %ld\n", what, wrong, sum);
}

/* Every cell gets its number once: a second visit would double it. */
static void plane(int rows, int columns)
{
    int n = rows * columns, *a = calloc(n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b), *c = calloc(n + 1, sizeof *c);
#pragma omp target data map(tofrom: a[0:n], b[0:n], c[0:n])
    {
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = rows; i > 0; --i)
            for (unsigned j = 7; j < 7u + 3 * columns; j += 3)
                a[(i - 1) * columns + (j - 7) / 3] += (i - 1) * columns + (int)((j - 7) / 3) + 1;
#pragma omp target teams distribute parallel for collapse(2) schedule(static, 1)
        for (long i = 0; i < rows; ++i)
            for (size_t j = columns; j >= 1; --j)
                b[i * columns + j - 1] += (int)(i * columns + (long)j);
#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic, 3) num_teams(3)
        for (int *p = c; p < c + n; p += columns)
            for (int *q = c + columns; q > c; q--)
                p[q - c - 1] += (int)(p - c + (q - c));
    }
    check("down and up", a, n);
    check("wide types", b, n);
    check("pointers", c, n);
    free(a);
    free(b);
    free(c);
}

static void cube(int planes, int rows, int columns)
{
    int n = 2 * planes * rows * columns, last[4] = {0}, *a = calloc(n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b);
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n])
    for (short h = 0; h < 2 * planes; h++)
        for (int i = 0; i <= rows - 1; i++)
            for (long j = 0; j != columns; j++)
                a[(h * rows + i) * columns + j] += (h * rows + i) * columns + (int)j + 1;
#pragma omp target map(tofrom: b[0:n], last)
#pragma omp teams distribute parallel for collapse(4) thread_limit(96) lastprivate(last)
    for (unsigned char g = 1; g < 3; g++)
        for (int h = 2 * planes - 2; h >= 0; h -= 2)
            for (short i = 0; i < rows; i++)
                for (int j = 0; j < columns; ++j) {
                    int at = (((g - 1) * planes + h / 2) * rows + i) * columns + j;
                    b[at] += at + 1;
                    last[0] = g;
                    last[1] = h;
                    last[2] = i;
                    last[3] = j;
                }
    check("three", a, n);
    check("four", b, n);
    printf("last %d %d %d %d\n", last[0], last[1], last[2], last[3]);
    free(a);
    free(b);
}

/* Loops in a team, chunks of teams, and a part of a parallel region. */
static void shares(int rows, int columns)
{
    int n = rows * columns, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *c = calloc(n, sizeof *c);
#pragma omp target teams distribute parallel for collapse(2) dist_schedule(static, 50) map(tofrom: a[0:n])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i * columns + j] += i * columns + j + 1;
#pragma omp target teams distribute collapse(2) dist_schedule(static, 1) map(tofrom: b[0:n])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            b[i * columns + j] += i * columns + j + 1;
#pragma omp target parallel map(tofrom: c[0:n])
    {
#pragma omp for collapse(2) schedule(guided)
        for (int i = 0; i < rows / 2; i++)
            for (int j = columns; j > 0; j--)
                c[i * columns + j - 1] += i * columns + j;
#pragma omp for collapse(2) schedule(static, 5)
        for (int i = rows / 2; i < rows; i++)
            for (int j = 0; j < columns; j++)
                c[i * columns + j] += i * columns + j + 1;
    }
    check("chunks", a, n);
    check("teams", b, n);
    check("region", c, n);
    free(a);
    free(b);
    free(c);
}

/* A loop in the middle or inside that has no iteration leaves the others idle. */
static int empty(long n, int m, int l)
{
    int count = 0;
#pragma omp target teams distribute parallel for collapse(3) reduction(+: count)
    for (long i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 5; k > l; k--)
                count++;
    return count;
}

int main(void)
{
    plane(11, 290);
    plane(70, 5);
    plane(1, 1);
    cube(3, 12, 160);
    cube(2, 1, 7);
    shares(13, 29);
    printf("%d %d %d %d\n", empty(1L << 40, 0, 0), empty(1L << 40, 100000, 5), empty(0, 5, 1), empty(70, 3, 1));
    printf("bad %d\n", bad);
    return bad != 0;
}
