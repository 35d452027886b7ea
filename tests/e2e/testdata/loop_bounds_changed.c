// Inner loops whose bounds change while they run: by their own test, first value or step,
// through a pointer to a variable that the body changes by name, and loops that a switch
// enters in the middle.
#include <stdio.h>

#define N 40
#define WAYS 10

struct range {
    int from, to;
};

int main(void)
{
    int a[N + 64], out[WAYS][N];
    for (int i = 0; i < N + 64; i++)
        a[i] = i * 7 % 13;
#pragma omp target teams distribute parallel for map(to: a) map(from: out)
    for (int t = 0; t < N; t++) {
        int sum[WAYS] = {0}, end[WAYS];
        int n = t + 10;
        for (int i = 0; i < n--; i++)
            sum[0] += a[i];
        end[0] = n;

        n = t + 10;
        for (int i = n-- - 10; i < n; i++)
            sum[1] += a[i];
        end[1] = n;

        int s = 0;
        n = t + 10;
        for (int i = 0; i < n; i += (n--, 1))
            s += a[i];
        sum[2] = s, end[2] = n;

        s = 0;
        n = t + 10;
        for (int i = 0; i < (n = n - 1); i++)
            s += a[i];
        sum[3] = s, end[3] = n;

        s = 0;
        n = t + 10;
        for (int i = 0; i < ({ n -= 2; n; }); i++)
            s += a[i];
        sum[4] = s, end[4] = n;

        int limit = t + 10, *of = &limit;
        s = 0;
        for (int i = 0; i < *of; i++) {
            s += a[i];
            if (a[i] > 6)
                limit--;
        }
        sum[5] = s, end[5] = limit;

        int limits[2] = {t + 10, 3}, *first = limits;
        s = 0;
        for (int i = 0; i < first[0]; i++) {
            s += a[i];
            limits[0] -= a[i] > 6;
        }
        sum[6] = s, end[6] = limits[0];

        struct range range = {0, t + 10}, *whole = &range;
        s = 0;
        for (int i = range.from; i < whole->to; i++) {
            s += a[i];
            range.to -= a[i] > 6;
        }
        sum[7] = s, end[7] = range.to;

        int i = t;
        s = 0;
        n = t + 10;
        switch (t % 3) {
        case 0:
            for (i = 1; i < n; i++) {
                s += a[i];
        case 1:
                s += 2 * a[t];
            }
        }
        sum[8] = s, end[8] = i;

        s = 0;
        n = t;
        for (int j = n++; j < n + 5; j++)
            s += a[j];
        sum[9] = s, end[9] = n;

        for (int w = 0; w < WAYS; w++)
            out[w][t] = sum[w] * 1000 + end[w];
    }
    for (int w = 0; w < WAYS; w++)
        for (int t = 0; t < N; t++)
            printf("%d%c", out[w][t], t == N - 1 ? '\n' : ' ');
    return 0;
}
