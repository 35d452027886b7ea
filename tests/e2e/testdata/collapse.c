// collapse(2) and collapse(3) with different types, steps and directions.
#include <stdio.h>

int main(void)
{
    static int hits[10][12][8];
    int odd = 0;
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits) reduction(+: odd)
    for (unsigned char i = 1; i < 10; i += 2)
        for (long j = 11; j >= 0; j -= 3)
            for (short k = 0; k <= 7; ++k) {
                hits[i][j][k] += i * 100 + (int)j * 10 + k + 1;
                odd += k & 1;
            }
    long s = 0;
    int n = 0;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 12; j++)
            for (int k = 0; k < 8; k++) {
                s += hits[i][j][k];
                n += hits[i][j][k] != 0;
            }
    printf("%ld %d %d\n", s, n, odd);
    return 0;
}
