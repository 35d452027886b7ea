// Loops that run in tiles on a GPU with values that a team loads to local memory for
// its threads: loads that may and may not be made by others, clauses that change who
// runs what, and three loops.
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 200 };

static int table[MOST][MOST];
static float from[MOST * MOST], to[MOST * MOST];
static signed char bytes[MOST * MOST];
static double wide[MOST * MOST];

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
        bytes[i] = i % 113;
        wide[i] = -1;
        table[i / MOST][i % MOST] = (i * 31) % 97;
    }
}

// Loads that threads may make for each other, and such that they may not: what the
// iteration itself has just written, under two names; what a condition guards.
static void loads(int n, int m)
{
    fill();
    float *rows = from, *alias = from;
    double *w = wide;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: from, to, wide) map(alloc: alias[0:0], rows[0:0], w[0:0])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int at = i * m + j;
            rows[at] = i * 3 - j;
            to[j * n + i] = alias[at];
            w[j * n + i] = i - j;
        }
    double t = 0;
    for (int i = 0; i < MOST * MOST; i++)
        t += wide[i] * (i % 11);
    printf("loads %.0f %.0f", sum(to, MOST * MOST), t);
    fill();
    int most = n * m / 2;
    float *half = malloc(sizeof(float) * (most + 1));
    for (int i = 0; i < most; i++)
        half[i] = i % 23;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: to, wide) map(to: half[0:most], bytes, table)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int at = i * m + j;
            float x = bytes[at] * 2;
            if (x > 50)
                x -= table[i][j];
            to[j * n + i] = x + (at < most ? half[at] : 3);
            wide[j * n + i] = bytes[i * m + j] - 1;
        }
    t = 0;
    for (int i = 0; i < MOST * MOST; i++)
        t += wide[i] * (i % 11);
    printf(" %.0f %.0f\n", sum(to, MOST * MOST), t);
    free(half);
}

// Three loops, of which any two may cross.
static void cubes(int a, int b, int c)
{
    fill();
#pragma omp target teams distribute parallel for collapse(3) map(to: from) map(tofrom: to)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                to[(k * b + j) * a + i] = from[(i * b + j) * c + k];
    printf("cubes %.0f", sum(to, MOST * MOST));
    fill();
#pragma omp target teams distribute parallel for collapse(3) map(to: from) map(tofrom: to)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                to[(i * c + k) * b + j] = from[(i * b + j) * c + k];
    printf(" %.0f\n", sum(to, MOST * MOST));
}

// Private arrays, a last value, chunks and teams that the program chooses.
static void clauses(int n, int m)
{
    fill();
    int last = -1;
    float scratch[4] = {1, 2, 3, 4};
#pragma omp target teams distribute parallel for collapse(2) map(to: from) map(tofrom: to, last) private(scratch) lastprivate(last)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            scratch[i % 4] = from[i * m + j];
            to[j * n + i] = scratch[i % 4] + 1;
            last = i * 1000 + j;
        }
    printf("clauses %.0f %d", sum(to, MOST * MOST), n && m ? last : 0);
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: from) map(tofrom: to) num_teams(3) thread_limit(48) firstprivate(scratch)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            scratch[i % 4] = from[i * m + j];
            to[j * n + i] = scratch[i % 4] + 1;
        }
    printf(" %.0f", sum(to, MOST * MOST));
    fill();
#pragma omp target teams distribute parallel for collapse(2) map(to: from) map(tofrom: to) num_threads(5) schedule(dynamic, 3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j * n + i] = from[i * m + j];
    printf(" %.0f\n", sum(to, MOST * MOST));
}

int main(void)
{
    static const int shapes[][2] = {{0, 5}, {5, 0}, {1, 1}, {1, 150}, {31, 33}, {32, 32}, {33, 31}, {100, 130}, {200, 3}};
    for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        clauses(shapes[s][0], shapes[s][1]);
        loads(shapes[s][0], shapes[s][1]);
    }
    cubes(3, 40, 50);
    cubes(35, 33, 34);
    cubes(0, 4, 5);
    return 0;
}
