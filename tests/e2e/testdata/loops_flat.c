// Loops of a constant number of iterations, which a CPU runs without counting: upwards,
// downwards, by several, of all types, within each other, in functions, and left early.
#include <stdio.h>

#define N 200

#pragma omp declare target
static int around(const int *a, int at)
{
    int sum = 0;
    for (int d = -2; d <= 2; d++)
        if (at + d >= 0 && at + d < N)
            sum += a[at + d] * (3 - (d < 0 ? -d : d));
    return sum;
}
#pragma omp end declare target

int main(void)
{
    int a[N], k[3][3] = {{1, -2, 3}, {-4, 5, -6}, {7, -8, 9}}, sums[N], steps[N], left[N];
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101;
#pragma omp target teams distribute parallel for map(to: a, k) map(from: sums, steps, left)
    for (int i = 0; i < N; i++) {
        int sum = around(a, i);
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                if (!x && !y)
                    continue;
                sum += k[y + 1][x + 1] * a[(i + y * 3 + x + N) % N];
            }
        sums[i] = sum;
        unsigned long mixed = 0;
        for (int c = 9; c > -4; c -= 4)
            mixed = mixed * 31 + c;
        for (unsigned char c = 3; c < 13; c += 5)
            mixed = mixed * 31 + c * i;
        for (long c = 1; c <= 4; ++c)
            for (unsigned d = 2; d != 0; d--)
                mixed += c * d << i % 7;
        steps[i] = (int)mixed;
        int found = 0;
        for (int c = 0; c < 8; c++) {
            if (a[(i + c) % N] > 90)
                break;
            found++;
        }
        for (int c = 0; c < 4; c++)
            c += found & 1;
        left[i] = found;
    }
    for (int i = 0; i < N; i++)
        printf("%d %d %d\n", sums[i], steps[i], left[i]);
    return 0;
}
