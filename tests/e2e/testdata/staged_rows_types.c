// Loops of which each iteration goes along a row of memory, which a GPU's team stages in
// local memory: elements of several types, several arrays at a time, and rows that have
// been written just before.
#include <stdio.h>

enum { ROWS = 3001, PITCH = 211, SIZE = ROWS * PITCH + 300 };

static int from[SIZE], to[SIZE], sums[ROWS];
static double wide[SIZE], results[ROWS];
static short shorts[SIZE];
static signed char bytes[SIZE];
static long long longs[SIZE];

static void fill(void)
{
    for (int i = 0; i < SIZE; i++) {
        from[i] = (i * 37) % 101 - 50;
        to[i] = -1;
        wide[i] = (i * 5) % 23;
        shorts[i] = (i * 11) % 3001 - 1500;
        bytes[i] = (i * 3) % 200 - 100;
        longs[i] = i * 1000003LL;
    }
}

static long long checksum(const int *v, int n)
{
    long long s = 0;
    for (int i = 0; i < n; i++)
        s = s * 31 % 1000000007 + v[i];
    return s;
}

static double total(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * (i % 29 + 1);
    return s;
}

// Elements of several types and sizes; several arrays at a time; pointers to rows; a row
// that its iteration writes first; results of several arrays.
static void types(int rows)
{
    fill();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < rows; i++) {
        const double *row = wide + i * PITCH;
        long long sum = 0;
        for (int k = 0; k < PITCH; k++)
            sum += shorts[i * PITCH + k] * bytes[i * PITCH + k] + (long long)row[k] * longs[i * PITCH + k] % 1001;
        results[i] = sum;
    }
    printf("types %.0f", total(results, rows));
    int *written = from;
#pragma omp target teams distribute parallel for map(tofrom: from) map(alloc: written[0:0])
    for (int i = 0; i < rows; i++) {
        written[i * PITCH + 3] = i;
        int sum = 0;
        for (int k = i * PITCH; k < i * PITCH + 13; k++)
            sum = sum * 3 + from[k];
        written[i * PITCH + 20] = sum % 1000;
        sums[i] = sum % 1000;
    }
    printf(" %lld %lld", checksum(sums, rows), checksum(from, SIZE));
#pragma omp target teams distribute parallel for map(tofrom: to, longs)
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < 41; k++) {
            to[i * PITCH + k] = i ^ k;
            longs[i * PITCH + k + 2] = (long long)i * k;
        }
    double t = 0;
    for (int i = 0; i < SIZE; i++)
        t += longs[i] % 1009;
    printf(" %lld %.0f\n", checksum(to, SIZE), t);
}

static void square(int n)
{
    static int table[1500][70], copy[1500][70];
    for (int i = 0; i < 1500; i++)
        for (int k = 0; k < 70; k++)
            table[i][k] = i * k % 77;
    int last = -1;
#pragma omp target teams distribute parallel for map(tofrom: copy) map(to: table)
    for (int i = 0; i < n; i++) {
        int most = -1000;
        for (int k = 0; k < 70; k++) {
            most = table[i][k] > most ? table[i][k] : most;
            copy[i][k] = most + k;
        }
    }
#pragma omp target teams distribute parallel for map(to: table) lastprivate(last) map(tofrom: last)
    for (int i = 0; i < n; i++) {
        last = 0;
        for (int k = 0; k < 70; k++)
            last += table[i][k];
    }
    printf("square %d %lld %d\n", n, checksum(&copy[0][0], 1500 * 70), n > 0 ? last : 0);
}

int main(void)
{
    types(ROWS);
    types(1500);
    types(7);
    square(1500);
    square(0);
    return 0;
}
