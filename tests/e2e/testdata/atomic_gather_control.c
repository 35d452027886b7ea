// TOLERANCE: 1e-6
// Atomic updates that may be gathered, under conditions and in inner loops, in regions
// with code around their loops.
#include <stdio.h>

#define N 40000

static unsigned key[N];

static void show(const char *what, const unsigned *h, int n)
{
    unsigned sum = 0, mixed = 0;
    for (int i = 0; i < n; i++) {
        sum += h[i];
        mixed = mixed * 31 + h[i];
    }
    printf("%s %u %u\n", what, sum, mixed);
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        key[i] = (unsigned)i * 2654435761u >> 7;
}

// Conditions, inner loops with jumps, collapsed loops, a reduction next to it.
static void control(int n)
{
    unsigned h[128] = {0}, g[16] = {0}, total = 0;
    int most = 0;
#pragma omp target teams distribute parallel for map(tofrom: h, g, total, most) map(to: key) reduction(+: total) reduction(max: most)
    for (int i = 0; i < n; i++) {
        if (key[i] % 3 == 0)
            continue;
        if (key[i] & 8) {
#pragma omp atomic
            h[key[i] % 128]++;
        } else {
#pragma omp atomic
            g[key[i] % 16] += 2;
        }
        for (int j = 0; j < 9; j++) {
            if (j == (int)(key[i] % 5))
                continue;
            if (j > (int)(key[i] % 11))
                break;
#pragma omp atomic
            h[(key[i] + (unsigned)j) % 128] += 1;
        }
        total += key[i] % 7;
        if ((int)(key[i] % 1000) > most)
            most = (int)(key[i] % 1000);
    }
    show("control", h, 128);
    show("control", g, 16);
    printf("%u %d\n", total, most);
    unsigned c[50] = {0};
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: key)
    for (int i = 0; i < n / 100; i++)
        for (int j = 3; j < 100; j++) {
#pragma omp atomic
            c[key[i * 100 + j] % 50] += (unsigned)j;
        }
    show("collapse", c, 50);
}

// Regions with code around their loops, several loops, small and changing teams.
static void regions(int n)
{
    unsigned h[64] = {0}, again[64] = {0}, small[64] = {0};
    long count = 0;
#pragma omp target map(tofrom: h, count) map(to: key)
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for
        for (int i = round; i < n; i += 2) {
#pragma omp atomic
            h[(key[i] + (unsigned)round) % 64]++;
#pragma omp atomic
            count += round;
        }
    }
    show("rounds", h, 64);
#pragma omp target map(tofrom: again, small, count) map(to: key)
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++) {
#pragma omp atomic
            again[key[i] % 64]++;
        }
#pragma omp for
        for (int i = 0; i < n; i++) {
#pragma omp atomic
            again[key[i] / 64 % 64] += 3;
#pragma omp atomic
            count++;
        }
#pragma omp for
        for (int i = 0; i < 64; i++)
            small[i] = again[i] * 5;
    }
    show("again", again, 64);
#pragma omp target parallel for num_threads(3) map(tofrom: small) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        small[key[i] % 64]++;
    }
#pragma omp target map(tofrom: small) map(to: key)
#pragma omp parallel for if (n < 5)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        small[key[i] % 64] += 2;
    }
    show("small", small, 64);
    printf("%ld\n", count);
    unsigned out[64] = {0};
#pragma omp target teams num_teams(3) map(tofrom: out) map(to: key)
    {
        unsigned team[64];
        for (int b = 0; b < 64; b++)
            team[b] = 0;
#pragma omp distribute
        for (int block = 0; block < 10; block++) {
#pragma omp parallel for
            for (int i = block * n / 10; i < (block + 1) * n / 10; i++) {
#pragma omp atomic
                team[key[i] % 64]++;
            }
        }
#pragma omp parallel for
        for (int b = 0; b < 64; b++) {
#pragma omp atomic
            out[b] += team[b];
        }
    }
    show("teams", out, 64);
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 700, N};
    fill();
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        int n = sizes[i];
        printf("-- %d\n", n);
        control(n);
        regions(n);
    }
    return 0;
}
