// Arrays of variable length in device functions, called with what the region was given.
#include <stdio.h>

#pragma omp declare target
static int window(const int *v, int n, int w)
{
    int sum[n], best = 0, last = 0;
    for (int i = 0; i < n; i++) {
        int part[w + 1];
        part[0] = 0;
        for (int k = 0; k < w; k++)
            part[k + 1] = part[k] + v[(i + k) % n];
        sum[i] = part[w];
        if (sum[i] > best)
            best = sum[i];
        last = sum[i / 2] + sum[i];
    }
    return best * 100 + last;
}

static int both(const int *v, int n)
{
    int copy[2 * n];
    for (int i = 0; i < n; i++)
        copy[i] = v[n - 1 - i], copy[n + i] = v[i];
    return window(copy, 2 * n, 3) + (n > 4 ? window(v, n - 4, 2) : 0);
}
#pragma omp end declare target

static void run(int n)
{
    int v[16], r[16];
    for (int i = 0; i < 16; i++)
        v[i] = i * 7 % 11;
#pragma omp target teams distribute parallel for map(to: v) map(from: r)
    for (int i = 0; i < 16; i++) {
        int own[n];
        for (int k = 0; k < n; k++)
            own[k] = v[(i + k) % 16];
        r[i] = both(own, n) + window(v, 16, n);
        r[i] += both(own, n);
    }
    for (int i = 0; i < 16; i++)
        printf("%d ", r[i]);
    printf("\n");
}

int main(void)
{
    run(3);
    run(6);
    return 0;
}
