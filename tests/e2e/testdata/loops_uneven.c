// Short loops that data end, of which a GPU runs four iterations at a time: they end after
// any number of iterations, by their condition, by break, by return and not at all.
#include <stdio.h>

enum { N = 1000 };

#pragma omp declare target
static int steps(unsigned n)
{
    int s = 0;
    for (;;) {
        if (n <= 1)
            break;
        n = n & 1 ? 3 * n + 1 : n / 2;
        if (n == 5)
            continue;
        s++;
    }
    return s;
}

static int logarithm(unsigned n)
{
    for (int bits = 0;; bits++, n /= 2)
        if (n == 0)
            return bits;
}
#pragma omp end declare target

static int greatest(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    static int length[N], common[N], sum[N], bits[N], escape[N], none[N];
    int most = 77;
#pragma omp target teams distribute parallel for map(from: length, common, sum, bits, escape, none)
    for (int i = 0; i < N; i++) {
        int a = i * 7 + 3, b = i % 64, k = 0, s = 0, q = i % 5;
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        common[i] = a;
        float x = 0, y = 0, cx = -2.0f + i / 256.0f, cy = i / 1024.0f;
        while (k < most && x * x + y * y < 4.0f) {
            float next = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = next;
            k++;
        }
        escape[i] = k < 4 ? k : k < most ? 4 : 5; /* how long points near the border take is a matter of rounding */
        for (int j = 0; j < i && s < 50; j++)
            s += j % 3;
        sum[i] = s;
        while (q > i)
            q--;
        none[i] = q;
        length[i] = steps(i + 1);
        bits[i] = logarithm(i);
    }
    int bad = 0;
    long all = 0;
    for (int i = 0; i < N; i++) {
        int s = 0;
        for (int j = 0; j < i && s < 50; j++)
            s += j % 3;
        bad += length[i] != steps(i + 1) || common[i] != greatest(i * 7 + 3, i % 64) || sum[i] != s || bits[i] != logarithm(i);
        bad += none[i] != (i % 5 > i ? i : i % 5);
        all = all * 3 % 1000003 + length[i] + common[i] + escape[i];
    }
    printf("bad %d, %ld\n", bad, all);
    return bad != 0;
}
