// Loops of which each iteration goes along a row of memory, which a GPU's team stages in
// local memory: rows whose ends data says, that are empty, long or overlap, and values
// under conditions.
#include <stdio.h>

enum { ROWS = 3001, SIZE = 633511 };

static int from[SIZE], start[ROWS + 1], end[ROWS], column[SIZE];
static float value[SIZE], x[ROWS], y[ROWS];
static double wide[SIZE], results[ROWS];
static short shorts[SIZE];
static signed char bytes[SIZE];

static void fill(void)
{
    for (int i = 0; i < SIZE; i++) {
        from[i] = (i * 37) % 101 - 50;
        column[i] = (i % 10000 * 7919) % ROWS;
        value[i] = (i * 13) % 17 - 8;
        wide[i] = (i * 5) % 23;
        shorts[i] = (i * 11) % 3001 - 1500;
        bytes[i] = (i * 3) % 200 - 100;
    }
    for (int i = 0; i < ROWS; i++)
        x[i] = i % 19;
}

static double total(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * (i % 29 + 1);
    return s;
}

static void rows_of(int shape)
{
    start[0] = 0;
    for (int i = 0; i < ROWS; i++) {
        int length = shape == 0 ? i % 23 : i % 5 == 0 ? 0 : i == 1234 ? 20000 : 1 + i % 9;
        start[i + 1] = start[i] + length;
        end[i] = start[i] + length * 2; // overlaps with the next ones
    }
}

static void sparse(int shape)
{
    fill();
    rows_of(shape);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < ROWS; i++) {
        float sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++)
            sum += value[e] * x[column[e]];
        y[i] = sum;
    }
    double s = 0;
    for (int i = 0; i < ROWS; i++)
        s += y[i] * (i % 31 + 1);
    printf("sparse %.0f", s);
    long long all = 0;
#pragma omp target teams distribute parallel for reduction(+: all) map(tofrom: all)
    for (int i = 0; i < ROWS; i++) {
        long e;
        for (e = start[i]; e <= end[i] - 1; ++e) {
            int c = column[e];
            if (value[e] > 0)
                all += from[c] + from[e];
            all += c % 3 == 0 ? shorts[e] : bytes[e];
        }
    }
    printf(" %lld", all);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < ROWS; i++) {
        unsigned base = start[i], n = start[i + 1] - start[i];
        double sum = i;
        for (unsigned j = 0; j < n; j++)
            sum = sum / 2 + wide[base + j] * value[base + j];
        results[i] = sum;
    }
    printf(" %.4f\n", total(results, ROWS));
}

int main(void)
{
    sparse(0);
    sparse(1);
    return 0;
}
