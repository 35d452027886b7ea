// Loops that iterations leave at different times and that count in a variable which is of use behind them.
#include <stdio.h>

enum { N = 1000 };
static float x[N];
static int a[N], b[N], c[N], d[N], e[N];
static short narrow[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (i % 37) * 0.04f - 0.6f;
#pragma omp target teams distribute parallel for map(to: x) map(from: a, b, c, d, e, narrow)
    for (int i = 0; i < N; i++) {
        float v = x[i];
        int k = 0;
        while (k < 60 && v < 4) { /* tests and counts */
            v = v * v + 0.27f + 0.001f * k;
            k++;
        }
        a[i] = k;

        v = x[i];
        int left = 90;
        while (v * v < 16 && left > 7) { /* down, by more than one */
            v = v * v + 0.26f;
            left -= 3;
        }
        b[i] = left;

        v = x[i];
        int j;
        for (j = 2; j < 70; j++) { /* left by break, from a head that assigns */
            v = v * v + 0.3f;
            if (v > 8)
                break;
        }
        c[i] = j * 2 + (v > 8);

        int total = 0, outer = 0;
        while (outer < 5 && total < 40) { /* one inside another, started anew */
            int inner = 0;
            v = x[i] + outer;
            while (v < 9 && inner < 11) {
                v = v * v + 0.5f;
                inner++;
            }
            total += inner;
            outer++;
        }
        d[i] = total * 10 + outer;

        v = x[i];
        int skipped = 0, m = 0;
        for (; m < 50 && v < 5; m++) { /* continue, and a start that lies before */
            v = v * v + 0.31f;
            if (v < 0.5f)
                continue;
            skipped += m;
        }
        e[i] = skipped * 100 + m;

        short s = 0;
        v = x[i];
        while (s < 40 && v < 3) { /* narrow, and not from the start that was declared */
            v = v * v + 0.28f;
            s++;
        }
        if (s > 20)
            s = 3;
        while (s < 30 && v > 0) {
            v -= 0.7f;
            s++;
        }
        narrow[i] = s;
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = (sum * 31 + a[i] * 7 + b[i] * 5 + c[i] * 3 + d[i] + e[i] + narrow[i]) % 1000003;
    printf("%ld\n", sum);
    for (int i = 0; i < 37; i++)
        printf("%d %d %d %d %d %d\n", a[i], b[i], c[i], d[i], e[i], narrow[i]);
    return 0;
}
