// Loops of which each iteration goes along a row of memory, which a GPU's team stages in
// local memory: prefix sums, rows that are stored to while they are loaded, and arrays that
// share memory, so that they may or may not be staged.
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

// Prefix sums by blocks, the last one of which is not full; to and from may be one array.
static void scan(int n, int block, const int *in, int *out)
{
    int blocks = (n + block - 1) / block;
#pragma omp target teams distribute parallel for map(to: in[0:n])
    for (int b = 0; b < blocks; b++) {
        int sum = 0, last = (b + 1) * block < n ? (b + 1) * block : n;
        for (int i = b * block; i < last; i++)
            sum += in[i];
        sums[b] = sum;
    }
#pragma omp target data map(tofrom: out[0:n]) map(to: in[0:n])
#pragma omp target teams distribute parallel for
    for (int b = 0; b < blocks; b++) {
        int sum = b > 0 ? sums[b - 1] : 0, last = (b + 1) * block < n ? (b + 1) * block : n;
        for (int i = b * block; i < last; i++) {
            sum += in[i];
            out[i] = sum;
        }
    }
    printf("scan %d/%d %lld %lld\n", n, block, checksum(sums, blocks), checksum(out, n));
}

// Each row has places behind and before it that are its own: what is stored may come to
// where the row loads some iterations later, or from where it has loaded before.
static void shifted(int shift, int length)
{
    fill();
    int *in = to + 110, *out = to + 110 + shift;
#pragma omp target teams distribute parallel for map(tofrom: to) map(alloc: in[0:0], out[0:0])
    for (int b = 0; b < ROWS; b++) {
        int sum = b;
        for (int i = b * PITCH; i < b * PITCH + length; i++) {
            sum += in[i] % 7;
            out[i] = sum;
        }
    }
    printf("shifted %d %lld\n", shift, checksum(to, SIZE));
}

int main(void)
{
    static const int shifts[] = {0, 1, 5, 31, 32, 33, 63, 64, 65, 99, -1, -7, -40, -64, -100};
    fill();
    scan(ROWS * PITCH, PITCH, from, to);
    scan(ROWS * 64 - 5, 64, from, to);
    scan(ROWS * 64 - 5, 64, to, to);
    for (int i = 0; i < (int)(sizeof shifts / sizeof *shifts); i++)
        shifted(shifts[i], 100);
    return 0;
}
