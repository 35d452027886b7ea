// Rows that a GPU's team stages in local memory: loads behind stores to the same place, or
// to the one before it, and a loop that falls, over rows of whole chunks of elements and of
// one element more, and two stores to what may be the same place.
#include <stdio.h>

enum { ROWS = 3001, PITCH = 211, SIZE = ROWS * PITCH + 300 };

static int from[SIZE], to[SIZE], sums[ROWS];

static void fill(void)
{
    for (int i = 0; i < SIZE; i++) {
        from[i] = (i * 37) % 101 - 50;
        to[i] = -1;
    }
}

static long long checksum(const int *v, int n)
{
    long long s = 0;
    for (int i = 0; i < n; i++)
        s = s * 31 % 1000000007 + v[i];
    return s;
}

// What is loaded behind the store to the same place, or one place further back.
static void recurrences(void)
{
    fill();
    int *in = to, *out = to, *more = to;
#pragma omp target teams distribute parallel for map(tofrom: to) map(alloc: in[0:0], out[0:0], more[0:0])
    for (int b = 0; b < ROWS; b++) {
        int sum = 0;
        for (int i = b * PITCH; i < (b + 1) * PITCH; i++) {
            out[i] = i % 5 + b;
            sum += in[i];
        }
        for (int i = 1; i < 2; i++)
            sums[b] = sum;
    }
    printf("behind %lld", checksum(sums, ROWS));
#pragma omp target teams distribute parallel for map(tofrom: to) map(alloc: in[0:0], out[0:0], more[0:0])
    for (int b = 0; b < ROWS; b++)
        for (int i = b * PITCH; i < (b + 1) * PITCH - 1; i++) {
            out[i + 1] = in[i] + 1;
            more[i] = i % 3;
        }
    printf(" %lld", checksum(to, SIZE));
#pragma omp target teams distribute parallel for map(tofrom: to) map(to: from)
    for (int b = 0; b < ROWS; b++) {
        int sum = 0;
        for (int i = b * PITCH + 1; i < (b + 1) * PITCH; i++) {
            sum += from[i];
            to[i] = to[i - 1] + sum;
        }
    }
    printf(" %lld", checksum(to, SIZE));
#pragma omp target teams distribute parallel for map(tofrom: to) map(to: from)
    for (int b = 0; b < ROWS; b++)
        for (int i = b * PITCH; i < (b + 1) * PITCH; i++) {
            to[i] = from[i] * 2 + to[i] % 11;
            if (from[i] > 20)
                to[i] += 3;
        }
    printf(" %lld\n", checksum(to, SIZE));
}

// Rows of whole chunks, taken from the last one on by a variable that is declared outside.
static void falling(int length)
{
    int b;
    fill();
#pragma omp target teams distribute parallel for map(tofrom: to) map(to: from)
    for (b = ROWS - 1; b >= 0; b--) {
        int sum = b;
        for (int i = b * PITCH + 3; i < b * PITCH + 3 + length; i++) {
            sum += from[i];
            to[i] = sum;
        }
    }
    printf("falling %d %lld\n", length, checksum(to, SIZE));
}

// Two names for one array that is stored to twice in each iteration.
static void twice(int shift)
{
    fill();
    int *one = to + 110, *two = to + 110 + shift;
#pragma omp target teams distribute parallel for map(tofrom: to) map(to: from) map(alloc: one[0:0], two[0:0])
    for (int b = 0; b < ROWS; b++)
        for (int i = b * PITCH; i < b * PITCH + 100; i++) {
            one[i] = from[i];
            two[i] = from[i] + b;
        }
    printf("twice %d %lld\n", shift, checksum(to, SIZE));
}

int main(void)
{
    static const int shifts[] = {0, 1, 5, 31, 32, 33, 63, 64, 65, 99, -1, -7, -40, -64, -100};
    fill();
    recurrences();
    falling(64);
    falling(65);
    for (int i = 0; i < (int)(sizeof shifts / sizeof *shifts); i++)
        twice(shifts[i]);
    return 0;
}
