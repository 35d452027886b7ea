// Scalars of team code that every thread may compute for itself, next to others that only
// look like them: changed by threads, from memory, under conditions of memory, by pointers.
// LINK: -lm
#include <math.h>
#include <omp.h>
#include <stdio.h>

enum { TEAMS = 3, N = 24 };

struct range { int low, high; float step; };

static int table[TEAMS] = {2, 0, 5};

/* Loops of all kinds over scalars, with jumps, around parallel regions. */
static void control(int n, int *out)
{
#pragma omp target teams distribute num_teams(TEAMS) map(from: out[0:TEAMS * N])
    for (int t = 0; t < TEAMS; t++) {
        int sums[N], rounds = 0, kind = t;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            sums[i] = i;
        for (int size = 1; size <= n; size *= 2) {
            if (size == 4)
                continue;
            int left = size % 3;
            while (left-- > 0) {
#pragma omp parallel for
                for (int i = 0; i < N; i++)
                    sums[i] += left * size + t;
            }
            do {
                if (kind == 4)
                    break;
                switch (kind) {
                case 0:
                    kind = 2;
                    break;
                case 1:
                    kind++;
                    /* falls through */
                default:
                    kind += 2;
#pragma omp parallel for firstprivate(kind)
                    for (int i = 0; i < N; i++) {
                        kind += i;
                        sums[i] += kind;
                        kind -= i;
                    }
                }
            } while (kind < 4 && ++rounds < 9);
            if (rounds > 5)
                goto done;
        }
    done:
        rounds += 100;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            out[t * N + i] = sums[i] * 1000 + rounds + kind;
    }
}

/* Stores of the first thread between changes of what their places depend on. */
static void places(int *out)
{
#pragma omp target teams distribute num_teams(TEAMS) map(tofrom: out[0:TEAMS * N])
    for (int t = 0; t < TEAMS; t++) {
        struct range r = {0, N / 2, 0.5f}, whole;
        int *row = out + t * N, at = 0;
        row[at] = 7;
        at++;
        row[at] = at, at += 2;
        row[at] = at * 10 + omp_get_thread_num() + omp_get_num_threads();
        while (r.high - r.low > 2) {
            whole = r;
            float f = sqrtf((float)r.high * r.high) * r.step;
            r.low += (int)f / 2;
            r.high -= t;
#pragma omp parallel for num_threads(5)
            for (int i = whole.low; i < r.low; i++)
                row[i] += whole.high + at + omp_get_num_threads() * 0;
            r.step /= 2;
            if (r.step < 0.1f)
                break;
        }
        row[N - 1] = r.low * 100 + r.high;
    }
}

/* None of these is the same in all threads unless the first one tells it. */
static void told(int n, const int *limit, int *out)
{
#pragma omp target teams distribute num_teams(TEAMS) map(to: limit[0:TEAMS], table) map(from: out[0:TEAMS * N])
    for (int t = 0; t < TEAMS; t++) {
        int end = limit[t], found = 0, last = -1, more = 1, seen = 1, late = 0, pointed = 2;
        volatile int turns = 0;
        int *p = &pointed;
        *p = 3;
        if (limit[t] > 1)
            seen = 2;
        for (int k = 0; k < N; k++)
            if (limit[t] == k)
                late = k;
        int sum[N];
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            sum[i] = pointed;
        for (int k = 0; k < end; k++) {
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                sum[i] += seen + late;
        }
        while (more) {
#pragma omp parallel for reduction(+: found) lastprivate(last)
            for (int i = 0; i < N; i++) {
                found += sum[i] > n;
                sum[i]++;
                last = sum[i];
            }
            turns++;
            more = found == 0 && turns < 30;
        }
        int most = table[t];
#pragma omp parallel
        {
#pragma omp single
            most += found;
        }
        for (int k = most; k > 0; k -= 5) {
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                sum[i] += k + last;
        }
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            out[t * N + i] = sum[i] * 100 + turns;
    }
}

/* Loop variables from outside, steps that only the first thread makes, rows of teams. */
static void outside(int n, float *a)
{
    int b, k, i;
#pragma omp target teams distribute private(k, i) num_teams(TEAMS) map(tofrom: a[0:TEAMS * N])
    for (b = 0; b < TEAMS; b++) {
        int moves = 0;
        float *row = a + b * N, *next = row + 1;
        for (k = b; k < n; k += 3) {
#pragma omp parallel for
            for (i = 0; i < N / 2; i++)
                row[2 * i] = fmaf(row[2 * i], 0.5f, next[2 * i] + k);
        }
        for (int d = 1; d < n; next[0] += d, d++) {
            moves += d;
#pragma omp parallel for
            for (int j = 0; j < N / 2; j++)
                next[2 * j] += row[2 * j] + moves;
        }
        for (int empty = 0, d = (int)row[0] & 1; empty < 2; empty++) {
#pragma omp parallel for
            for (int j = 0; j < N; j++)
                row[j] += d;
        }
    }
}

static void show(const char *name, const int *out)
{
    printf("%s:\n", name);
    for (int i = 0; i < TEAMS * N; i++)
        printf("%d%c", out[i], i % N == N - 1 ? '\n' : ' ');
}

int main(void)
{
    int out[TEAMS * N] = {0}, limit[TEAMS] = {1, 4, 0};
    control(40, out);
    show("control", out);
    for (int i = 0; i < TEAMS * N; i++)
        out[i] = i;
    places(out);
    show("places", out);
    told(20, limit, out);
    show("told", out);
    float a[TEAMS * N];
    for (int i = 0; i < TEAMS * N; i++)
        a[i] = i % 7;
    outside(6, a);
    for (int i = 0; i < TEAMS * N; i++)
        printf("%g%c", a[i], i % N == N - 1 ? '\n' : ' ');
    return 0;
}
