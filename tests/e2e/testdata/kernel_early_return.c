// return from device functions in loops and nested blocks, void and with values.
#include <stdio.h>

#pragma omp declare target
static int search(const int *v, int n, int x)
{
    for (int i = 0; i < n; i++) {
        if (v[i] == x)
            return i;
        if (v[i] > x) {
            do {
                if (x < 0)
                    return -2;
            } while (0);
            break;
        }
    }
    return -1;
}

static void clear_until(int *v, int stop)
{
    for (;;) {
        if (*v == stop)
            return;
        *v++ = 0;
    }
}
#pragma omp end declare target

int main(void)
{
    int v[10], r[12], w[3][10];
    for (int i = 0; i < 10; i++)
        v[i] = w[0][i] = w[1][i] = w[2][i] = i * i;
#pragma omp target map(tofrom: w) map(to: v) map(from: r)
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < 12; i++)
            r[i] = search(v, 10, i * 4 - 4);
#pragma omp for
        for (int i = 0; i < 3; i++)
            clear_until(w[i], 9 * (i + 1) * (i + 1) / (i == 1 ? 9 : 1) / (i == 2 ? 9 : 1));
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", r[i]);
    for (int i = 0; i < 30; i++)
        printf("%d ", w[i / 10][i % 10]);
    printf("\n");
    return 0;
}
