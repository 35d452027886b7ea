// Atomic updates of arrays by few threads with many iterations each, which a GPU's threads
// make in batches: conditions and several arrays, sizes around whole batches.
#include <stdio.h>

enum { MOST = 6000, BINS = 50 };

static unsigned char key[MOST];
static int value[MOST];
static unsigned count[BINS];
static int sum[BINS];
static unsigned mask[4][8];

static void gather(int n)
{
    for (int b = 0; b < BINS; b++)
        count[b] = sum[b] = 0;
    for (int b = 0; b < 32; b++)
        mask[b / 8][b % 8] = 0;
#pragma omp target teams distribute parallel for num_teams(2) map(to: key) map(tofrom: count)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        count[key[i] % BINS]++;
    }
#pragma omp target teams distribute parallel for num_teams(2) map(to: key, value) map(tofrom: sum, mask)
    for (int i = n - 1; i >= 0; i--) {
        int k = key[i], v = value[i];
        if (k > 100)
            v -= k;
#pragma omp atomic
        sum[k % BINS] += v;
        int row = k & 3;
#pragma omp atomic
        mask[row][v & 7] ^= 1u << (i & 31);
    }
    unsigned long all = 0;
    for (int b = 0; b < BINS; b++)
        all = all * 31 + count[b] * 7 + (unsigned)sum[b];
    for (int b = 0; b < 32; b++)
        all = all * 31 + mask[b / 8][b % 8];
    printf("%d: %lu\n", n, all);
}

// An update that may not happen, or only after a look at what the iteration finds.
static void some(int n)
{
    for (int b = 0; b < BINS; b++)
        count[b] = 1000000;
#pragma omp target teams distribute parallel for num_teams(1) map(to: key, value) map(tofrom: count)
    for (int i = 0; i < n; i++)
        if (value[i] > 0) {
#pragma omp atomic
            count[key[i] % BINS] -= value[i];
        }
    unsigned long all = 0;
    for (int b = 0; b < BINS; b++)
        all = all * 31 + count[b];
    printf("%d: %lu\n", n, all);
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        key[i] = i * 37 % 251;
        value[i] = i * 31 % 1009 - 500;
    }
    gather(MOST);
    gather(8 * 256);
    gather(8 * 256 - 1);
    gather(8 * 256 + 1);
    gather(100);
    gather(0);
    some(MOST);
    return 0;
}
