// Loops of a team around each other, with parallel regions in the innermost one: a sorting
// network whose steps within a block share the team's memory, and a triangle of three loops.
#include <stdio.h>

enum { BLOCK = 256, N = 4096 };

static void block_steps(int n, int first, int last, unsigned *key)
{
#pragma omp target teams distribute map(tofrom: key[0:n])
    for (int b = 0; b < n / BLOCK; b++) {
        unsigned tile[BLOCK];
#pragma omp parallel for
        for (int i = 0; i < BLOCK; i++)
            tile[i] = key[b * BLOCK + i];
        for (int size = first; size <= last; size *= 2)
            for (int distance = (size < BLOCK ? size : BLOCK) / 2; distance > 0; distance /= 2) {
#pragma omp parallel for
                for (int i = 0; i < BLOCK / 2; i++) {
                    int low = 2 * i - (i & (distance - 1)), high = low + distance, up = ((b * BLOCK + low) & size) == 0;
                    unsigned x = tile[low], y = tile[high];
                    if ((x > y) == up) {
                        tile[low] = y;
                        tile[high] = x;
                    }
                }
            }
#pragma omp parallel for
        for (int i = 0; i < BLOCK; i++)
            key[b * BLOCK + i] = tile[i];
    }
}

static void exchange(int n, int size, int distance, unsigned *key)
{
#pragma omp target teams distribute parallel for map(tofrom: key[0:n])
    for (int i = 0; i < n / 2; i++) {
        int low = 2 * i - (i & (distance - 1)), high = low + distance, up = (low & size) == 0;
        unsigned x = key[low], y = key[high];
        if ((x > y) == up) {
            key[low] = y;
            key[high] = x;
        }
    }
}

static void sort(int n, unsigned *key)
{
#pragma omp target data map(tofrom: key[0:n])
    {
        block_steps(n, 2, BLOCK, key);
        for (int size = 2 * BLOCK; size <= n; size *= 2) {
            for (int distance = size / 2; distance >= BLOCK; distance /= 2)
                exchange(n, size, distance, key);
            block_steps(n, size, size, key);
        }
    }
}

/* Rounds end by what the threads of the team have found. */
static void triangle(int n, int *out)
{
#pragma omp target teams distribute num_teams(3) map(from: out[0:3 * 16])
    for (int t = 0; t < 3; t++) {
        int sums[16], rounds = 0, open = 1;
#pragma omp parallel for
        for (int i = 0; i < 16; i++)
            sums[i] = 0;
        while (open) {
            for (int a = 0; a < n; a++) {
                for (int b = a; b < n; b++) {
                    if (b % 3 == t)
                        continue;
#pragma omp parallel for
                    for (int i = 0; i < 16; i++)
                        sums[i] += a * b + i;
                }
                if (a == 4 + t)
                    break;
            }
            rounds++;
            open = 0;
#pragma omp parallel for reduction(|: open)
            for (int i = 0; i < 16; i++)
                open |= sums[i] < 1000 * (t + 1);
        }
        for (int i = 0; i < 16; i++)
            out[t * 16 + i] = sums[i] + rounds;
    }
}

int main(void)
{
    static unsigned key[N];
    unsigned h = 1;
    for (int i = 0; i < N; i++)
        key[i] = h = h * 1664525u + 1013904223u;
    sort(N, key);
    int bad = 0;
    for (int i = 1; i < N; i++)
        bad += key[i - 1] > key[i];
    int out[48];
    triangle(7, out);
    printf("%d %u %u\n", bad, key[0], key[N - 1]);
    for (int i = 0; i < 48; i++)
        printf("%d%c", out[i], i % 16 == 15 ? '\n' : ' ');
    return 0;
}
