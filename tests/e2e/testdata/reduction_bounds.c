// Minima and maxima of integers under conditions, in all spellings.
#include <limits.h>
#include <stdio.h>

enum { N = 3000 };

int main(void)
{
    static double a[N];
    static short kind[N];
    static unsigned key[N];
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37 + 11) % 101;
        kind[i] = (short)(i % 7);
        key[i] = (unsigned)i * 2654435761u;
    }
    int first = N, last = -1, odd = -1, nested = INT_MAX, none = INT_MIN, inner = 0;
    unsigned least = UINT_MAX, largest = 0;
    long far = LONG_MIN;
    short top = -1;
    double m = 7;
#pragma omp target teams distribute parallel for map(to: a, kind, key) map(tofrom: first, last, odd, nested, none, inner, least, largest, far, top) \
    reduction(min: first, nested, least) reduction(max: last, odd, none, inner, largest, far, top)
    for (int i = 0; i < N; i++) {
        if (a[i] == m && i < first)
            first = i;
        if (i >= last && a[i] == m)
            last = i;
        if (kind[i] == 3 && i % 2)
            odd = i > odd ? i : odd;
        if (i > 5) {
            if (a[i - 5] > 90)
                if (nested > i)
                    nested = i;
        }
        if (a[i] < 0)
            none = none < i ? i : none;
        if (kind[i] != 2 && key[i] < least)
            least = key[i];
        if (i > 0 && key[i - 1] > key[i])
            largest = largest >= key[i] ? largest : key[i];
        if (kind[i] && -(long)i * 3 + 1 > far)
            far = -(long)i * 3 + 1;
        if (a[i] > 50 && kind[i] > top)
            top = kind[i];
        for (int j = 0; j < 4; j++)
            if (a[i] > j * 25 && inner < i * 4 + j)
                inner = i * 4 + j;
    }
    printf("%d %d %d %d %d %d %u %u %ld %d\n", first, last, odd, nested, none, inner, least, largest, far, top);
    return 0;
}
