// TOLERANCE: 1e-6
// Atomic updates in loops, which threads and teams may gather before they make them, of
// arrays of every kind, through indices in and out of what they keep. Enough iterations
// that it pays.
#include <stdio.h>

#define N 40000

static unsigned key[N];
static int file_hist[100];
#pragma omp declare target
static unsigned on_device[64];
#pragma omp end declare target
static int huge[60000];

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

// Arrays and pointers; indices of all signs, sections that start anywhere.
static void arrays(int n, int teams)
{
    unsigned h[64] = {0}, *p = h, section[200] = {0};
    int low[64] = {0}, *middle = low + 32;
#pragma omp target teams distribute parallel for map(tofrom: h) map(to: key) num_teams(teams)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        h[key[i] % 64]++;
    }
    show("array", h, 64);
#pragma omp target teams distribute parallel for map(tofrom: p[0:64]) map(to: key) num_teams(teams) thread_limit(64)
    for (int i = 0; i < n; i++) {
#pragma omp atomic update
        p[key[i] & 63] += key[i] >> 20;
    }
    show("pointer", h, 64);
#pragma omp target teams distribute parallel for map(tofrom: low) map(to: key) firstprivate(teams)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        low[63 - key[i] % 64] -= 3;
    }
#pragma omp target teams distribute parallel for map(tofrom: middle[-32:64]) map(to: key)
    for (int i = 0; i < n; i++) {
        int e = (int)(key[i] % 64) - 32;
#pragma omp atomic
        middle[e] += e;
    }
    show("negative", (unsigned *)low, 64);
#pragma omp target teams distribute parallel for map(tofrom: section[100:50]) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        section[100 + key[i] % 50]++;
#pragma omp atomic
        *(section + 149 - key[i] % 9) = *(section + 149 - key[i] % 9) + 2;
    }
    show("section", section, 200);
#pragma omp target teams distribute parallel for map(tofrom: file_hist) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        file_hist[key[i] % 100] ^= (int)key[i];
    }
    show("file", (unsigned *)file_hist, 100);
#pragma omp target teams distribute parallel for map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        on_device[key[i] % 64] += 2;
    }
    unsigned back[64];
#pragma omp target map(from: back)
    for (int i = 0; i < 64; i++)
        back[i] = on_device[i];
    show("declare target", back, 64);
#pragma omp target teams distribute parallel for map(tofrom: huge) map(to: key)
    for (int i = 0; i < n; i++) {
        int *to = huge;
#pragma omp atomic
        huge[key[i] % 60000]++;
#pragma omp atomic
        to[key[i] % 1000] += 5;
    }
    show("huge", (unsigned *)huge, 60000);
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 700, N};
    fill();
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        int n = sizes[i];
        printf("-- %d\n", n);
        arrays(n, 1 + i % 3);
    }
    return 0;
}
