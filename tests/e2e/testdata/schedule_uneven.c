// Loops whose iterations differ in length: threads take turns on CPUs. Every iteration
// runs once, with its own private values; the last one's value comes back; the counter
// of turns is ready for the next launch. Chunks of all sizes, unsigned and 64-bit loops.
#include <stdio.h>

#define N 3000

static int bad;

static void report(const char *what, const int *a, int from)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += a[i] != (i >= from ? i + 1 : 0);
    bad += wrong;
    printf("%s %d\n", what, wrong);
}

/* The work of iteration i is i steps. */
static int triangle(int i)
{
    int steps = 0;
    for (int k = 0; k <= i; k++)
        steps += (k * k + 1) % 3 != 0; /* always */
    return steps;
}

static int a[N], b[N], c[N], d[N];

int main(void)
{
    int last = -1, x = 5;
    long sum = 0, most = 0;
    for (unsigned long chunk = 1; chunk < 1ul << 40; chunk *= 1000) {
        for (int i = 0; i < N; i++)
            a[i] = b[i] = c[i] = 0;
#pragma omp target teams distribute parallel for schedule(dynamic, chunk) map(tofrom: a) lastprivate(last)
        for (int i = 0; i < N; i++) {
            a[i] += triangle(i);
            last = i;
        }
#pragma omp target teams distribute parallel for schedule(guided, chunk) map(tofrom: b) firstprivate(x)
        for (unsigned long i = N - 1; i >= 7; i--)
            b[i] += triangle((int)i) + x - 5;
#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic, chunk) map(tofrom: c)
        for (short i = 0; i < N / 10; i++)
            for (int j = 9; j >= 0; j--)
                c[i * 10 + j] += triangle(i * 10 + j);
        report("dynamic", a, 0);
        report("guided", b, 7);
        report("collapsed", c, 0);
        printf("%d\n", last);
    }
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < N; i++)
            d[i] = 0;
#pragma omp target teams distribute parallel for map(tofrom: d) reduction(+: sum) reduction(max: most)
        for (int i = 0; i < N; i++) {
            int k = 0;
            while (k <= i)
                k++;
            d[i] += k;
            sum += k;
            most = k > most ? k : most;
        }
        report("data", d, 0);
        /* Fewer threads than work-items, fewer iterations than threads, none. */
#pragma omp target teams distribute parallel for map(tofrom: d) num_threads(3) num_teams(5) schedule(dynamic)
        for (int i = 0; i < N; i++)
            d[i] += triangle(i % 50) - i % 50 - 1;
        report("small teams", d, 0);
#pragma omp target teams distribute parallel for map(tofrom: d) schedule(guided)
        for (int i = 0; i < 2; i++)
            d[i] += triangle(i) - i - 1;
#pragma omp target teams distribute parallel for map(tofrom: d) schedule(dynamic)
        for (int i = 0; i < x - 5; i++)
            d[i] += triangle(i);
        report("few", d, 0);
    }
    printf("%ld %ld bad %d\n", sum, most, bad);
    return bad != 0;
}
