// Arrays of threads and teams that are too large for a device's private and local
// memory, with and without an initial value, in regions and in functions.
#include <stdio.h>

enum { BIG = 140000, SHARED = 30000 };

struct table {
    short used;
    int rows[50][600];
};

#pragma omp declare target
static int filled(int from, int n, int *a)
{
    for (int k = 0; k < n; k++)
        a[k] = k % 11 + from;
    return a[n - 1] + a[n / 2];
}

int in_function(int i)
{
    int own[20000] = {[3] = 5, [19999] = 7};
    char text[70000] = "large";
    int sum = own[0] + own[3] + own[19999] + text[2] + text[69999];
    return sum + filled(i, 20000, own) + own[i];
}
#pragma omp end declare target

int main(void)
{
    int out[24], sums[6];
    // The threads of a team of its own: what a group has in private memory adds up.
#pragma omp target map(from: out)
#pragma omp parallel for
    for (int i = 0; i < 24; i++) {
        double x[BIG];
        struct table t = {.used = (short)i, .rows = {[49] = {[599] = 3}}};
        for (int k = 0; k < BIG; k++)
            x[k] = k % 7 * i;
        double s = 0;
        for (int k = BIG - 1; k >= 0; k -= 100)
            s += x[k];
        out[i] = (int)s + t.used + t.rows[49][599] + t.rows[i][i] + in_function(i);
    }
    // What a team shares.
#pragma omp target teams distribute num_teams(3) map(from: sums)
    for (int t = 0; t < 6; t++) {
        int shared[SHARED], more[SHARED] = {1, 2};
        long s = 0;
#pragma omp parallel for
        for (int k = 0; k < SHARED; k++)
            shared[k] = k % 10 + t + more[k];
#pragma omp parallel for reduction(+: s)
        for (int k = 0; k < SHARED; k++)
            s += shared[SHARED - 1 - k];
        sums[t] = (int)s + filled(t, SHARED, more);
    }
    for (int i = 0; i < 24; i++)
        printf("%d ", out[i]);
    for (int t = 0; t < 6; t++)
        printf("%d ", sums[t]);
    printf("\n");
    return 0;
}
