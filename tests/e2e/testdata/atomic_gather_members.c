// TOLERANCE: 1e-6
// Atomic updates in loops, which threads and teams may gather before they make them, of
// members of structures, rows of arrays, and of all types by all operators.
#include <stdio.h>

#define N 40000

struct table { int before; unsigned hist[40]; double after; };
struct cell { int count; float weight; };

static unsigned key[N];
static long wide[90];

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

// Members of structures, arrays of arrays.
static void members(int n)
{
    struct table t = {1, {0}, 2.5}, *s = &t;
    unsigned grid[5][12] = {{0}}, (*rows)[12] = grid, cube[2][3][4] = {{{0}}};
    struct cell cells[10] = {{0, 0}};
#pragma omp target teams distribute parallel for map(tofrom: t) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        t.hist[key[i] % 40]++;
#pragma omp atomic
        t.before += 2;
    }
#pragma omp target teams distribute parallel for map(tofrom: s[0:1]) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        s->hist[key[i] % 40] |= key[i];
#pragma omp atomic
        s->after += 0.5;
    }
    show("member", t.hist, 40);
    printf("%d %.1f\n", t.before, t.after);
#pragma omp target teams distribute parallel for map(tofrom: grid, cube) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        grid[key[i] % 5][key[i] / 5 % 12]++;
#pragma omp atomic
        cube[key[i] & 1][key[i] / 2 % 3][key[i] / 8 % 4] += 3;
    }
    show("grid", grid[0], 60);
    show("cube", cube[0][0], 24);
#pragma omp target teams distribute parallel for map(tofrom: rows[0:5]) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        rows[key[i] % 5][key[i] / 5 % 12] += i;
    }
    show("rows", grid[0], 60);
#pragma omp target teams distribute parallel for map(tofrom: cells) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        cells[key[i] % 10].count++;
#pragma omp atomic
        cells[key[i] % 10].weight += 1;
#pragma omp atomic
        cells[3].count += 1;
    }
    for (int c = 0; c < 10; c++)
        printf("%d %g\n", cells[c].count, cells[c].weight);
}

// All operators and types; some have to stay as they are.
static void types(int n)
{
    unsigned both[32], any[32] = {0};
    unsigned long odd[70] = {0}, all[20];
    double sums[30] = {0};
    float halves[30] = {0}, mixed[30] = {0};
    unsigned char bytes[32] = {0};
    short narrow[32] = {0};
    for (int i = 0; i < 32; i++)
        both[i] = ~0u;
    for (int i = 0; i < 20; i++)
        all[i] = ~0ul;
#pragma omp target teams distribute parallel for map(tofrom: both, any, odd, all, wide, sums, halves, mixed, bytes, narrow) map(to: key)
    for (int i = 0; i < n; i++) {
        unsigned k = key[i];
#pragma omp atomic
        both[k % 32] &= ~(1u << k / 32 % 9);
#pragma omp atomic
        any[k % 32] |= 1u << k / 32 % 20;
#pragma omp atomic
        odd[k % 70] ^= (unsigned long)k << 20;
#pragma omp atomic
        all[k % 20] &= ~(1ul << k % 61);
#pragma omp atomic
        wide[k % 90] -= (long)k << 9;
#pragma omp atomic
        sums[k % 30] += k * 0.25;
#pragma omp atomic
        halves[k % 30] -= 0.5f;
#pragma omp atomic
        mixed[k % 30] += 0.5;
#pragma omp atomic
        bytes[k % 32] += 3;
#pragma omp atomic
        narrow[k % 32]--;
    }
    show("and", both, 32);
    show("or", any, 32);
    show("xor", (unsigned *)odd, 140);
    show("all", (unsigned *)all, 40);
    show("wide", (unsigned *)wide, 180);
    for (int i = 0; i < 30; i++)
        printf("%.2f %.1f %.1f %d %d\n", sums[i], halves[i], mixed[i], bytes[i], narrow[i]);
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 700, N};
    fill();
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        int n = sizes[i];
        printf("-- %d\n", n);
        members(n);
        types(n);
    }
    return 0;
}
