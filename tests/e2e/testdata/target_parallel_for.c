// target parallel for and target parallel for simd, odd sizes.
#include <stdio.h>

int main(void)
{
    for (int n = 0; n < 70; n += 23) {
        int a[70] = {0}, b[70] = {0};
#pragma omp target parallel for map(tofrom: a)
        for (int i = 0; i < n; i++)
            a[i] = i + 1;
#pragma omp target parallel for simd map(tofrom: b) map(to: a) safelen(8)
        for (int i = n - 1; i >= 0; i -= 2)
            b[i] = a[i] * 2;
        int s = 0, t = 0;
        for (int i = 0; i < 70; i++) {
            s += a[i];
            t += b[i] * (i + 1);
        }
        printf("%d %d %d\n", n, s, t);
    }
    return 0;
}
