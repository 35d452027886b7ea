// Collapsed nests whose innermost loop has a few iterations, a constant: whole rows, and
// shares that begin or end within one, run each iteration once, with every form of the
// loop, each schedule, values that outlive the loop, and reductions.
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 1237 };

static void check(const char *what, const int *hits, int n)
{
    long sum = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += hits[i] != i + 1;
        sum += (long)hits[i] * (i % 89);
    }
    printf("%s %d %ld\n", what, wrong, sum);
}

/* Every cell gets its number once: a second visit would double it. */
static void plane(int rows)
{
    int a[ROWS * 4] = {0}, b[ROWS * 3] = {0}, c[ROWS * 8] = {0}, d[ROWS * 2] = {0};
#pragma omp target data map(tofrom: a, b, c, d)
    {
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < 4; j++)
                a[i * 4 + j] += i * 4 + j + 1;
#pragma omp target teams distribute parallel for collapse(2) schedule(static, 7)
        for (int i = 0; i < rows; i++)
            for (unsigned j = 5; j >= 3; j--)
                b[i * 3 + j - 3] += i * 3 + (int)j - 2;
#pragma omp target parallel for collapse(2) schedule(dynamic, 5) num_threads(3)
        for (long i = rows; i > 0; --i)
            for (long j = 1; j <= 8; ++j)
                c[(i - 1) * 8 + j - 1] += (int)((i - 1) * 8 + j);
#pragma omp target teams num_teams(3)
#pragma omp distribute parallel for collapse(2) dist_schedule(static, 11)
        for (int i = 0; i < rows; ++i)
            for (int j = 7; j != 9; ++j)
                d[2 * i + j - 7] += 2 * i + j - 6;
    }
    check("rows of 4", a, rows * 4);
    check("rows of 3", b, rows * 3);
    check("rows of 8", c, rows * 8);
    check("rows of 2", d, rows * 2);
}

/* A carry through several loops, with what the body leaves behind. */
static void space(int planes)
{
    int *a = calloc(planes * 5 * 6 + 1, sizeof *a), last = -1, i, j, k, most = -1;
    long sum = 0;
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:planes * 30], last, i, j, k, sum, most) \
    lastprivate(last, i, j, k) reduction(+: sum) reduction(max: most)
    for (i = 0; i < planes; i++)
        for (j = 0; j < 5; j++)
            for (k = 0; k < 6; k++) {
                last = (i * 5 + j) * 6 + k;
                if (k == 3 && j == 2)
                    continue;
                a[last] = last + 1;
                sum += last;
                most = last > most ? last : most;
            }
    if (planes > 0)
        printf("last %d of %d %d %d\n", last, i, j, k);
    for (int n = 0; n < planes; n++)
        a[(n * 5 + 2) * 6 + 3] = (n * 5 + 2) * 6 + 4;
    check("space", a, planes * 30);
    printf("sum %ld most %d\n", sum, most);
    free(a);
}

/* Rows that overlap: what one iteration adds, another one may not overwrite. */
static float overlap(int rows)
{
    float least = 1e30f, x[ROWS * 2];
    for (int i = 0; i < ROWS * 2; i++)
        x[i] = (float)((i * 37) % 1009) - 500;
#pragma omp target teams distribute parallel for collapse(2) map(to: x) map(tofrom: least) reduction(min: least)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 16; j++) {
            float y[2] = {x[i + j], x[i + 1]}, z = y[j & 1] * y[(j >> 1) & 1];
            least = z < least ? z : least;
        }
    return least;
}

int main(void)
{
    for (int rows = 0; rows < ROWS; rows = rows * 5 + 1)
        plane(rows);
    plane(ROWS);
    space(0);
    space(1);
    space(211);
    printf("least %.1f %.1f\n", overlap(1), overlap(ROWS));
    return 0;
}
