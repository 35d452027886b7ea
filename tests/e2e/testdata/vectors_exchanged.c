// Vectors that store for some lanes what they have loaded for all: exchanges of a sorting
// network at all distances, updates of rows under conditions, elements that keep their
// values, and vectors that turn out to be none, a few times and always.
#include <stdio.h>

#define N 512
#define ROW 37

static int teams = 1;
static unsigned key[N];
static int grid[N + ROW], kept[N], periods[N];
static float high[N], low[N];

static void exchange(int n, int size, int distance)
{
#pragma omp target teams distribute parallel for num_teams(teams) map(tofrom: key)
    for (int i = 0; i < n / 2; i++) {
        int at = 2 * i - (i & (distance - 1)), other = at + distance, up = (at & size) == 0;
        unsigned a = key[at], b = key[other];
        if ((a > b) == up) {
            key[at] = b;
            key[other] = a;
        }
    }
}

static void sort(int n)
{
    for (int i = 0; i < N; i++)
        key[i] = i * 2654435761u >> 7;
    for (int size = 2; size <= n; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2)
            exchange(n, size, distance);
    int sorted = 1;
    unsigned mixed = 0;
    for (int i = 0; i < N; i++) {
        sorted &= i == 0 || i >= n || key[i - 1] <= key[i];
        mixed = mixed * 31 + key[i];
    }
    printf("sorted %d: %d %u\n", n, sorted, mixed);
}

// Rows of some length: elements change under conditions on what is loaded in any case.
static void rows(int n, int length)
{
    for (int i = 0; i < N; i++)
        grid[i] = i * 37 % 101 - 50, kept[i] = i % 3, high[i] = i % 17, low[i] = i % 19;
#pragma omp target teams distribute parallel for num_teams(teams) map(tofrom: grid, kept, high, low)
    for (int e = 0; e < n; e++) {
        int r = e / length, c = e % length, at = r * length + c;
        int old = grid[at], other = kept[at];
        float h = high[at], l = low[at];
        if (old < 0) {
            grid[at] = -old;
            if (other == 1)
                kept[at] = old;
            else
                kept[at] += r;
        } else if (h > l) {
            high[at] = l;
            low[at] = h + c;
        }
    }
    long sum = 0;
    double mixed = 0;
    for (int i = 0; i < N; i++) {
        sum = sum * 31 % 1000003 + grid[i] * 7 + kept[i];
        mixed += high[i] * (i % 5) + low[i] * (i % 7);
    }
    printf("rows of %d: %ld %.1f\n", length, sum, mixed);
}

// What is stored under a condition is not loaded in any case.
static void stored_only(int n, int length)
{
    for (int i = 0; i < N; i++)
        grid[i] = i * 53 % 97, periods[i] = -i;
#pragma omp target teams distribute parallel for num_teams(teams) map(to: grid) map(tofrom: periods)
    for (int e = 0; e < n; e++) {
        int r = e / length, c = e - r * length;
        if (grid[r * length + c] > 40)
            periods[r * length + c] = r;
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 % 1000003 + periods[i];
    printf("stored %d: %ld\n", length, sum);
}

int main(void)
{
    for (teams = 1; teams < 4; teams += 2) {
        sort(N);
        sort(64);
        rows(N, ROW);
        rows(N - 5, 16);
        rows(N - 5, 100);
        rows(N, 7);
        rows(50, 64);
        stored_only(N, ROW);
        stored_only(N, 128);
    }
    return 0;
}
