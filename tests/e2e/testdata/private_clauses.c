// private and firstprivate scalars, arrays and structs on every construct.
#include <stdio.h>

struct acc { int n; double v[2]; };

int main(void)
{
    int x = 5, arr[4] = {1, 2, 3, 4}, tmp = -1, out[30];
    struct acc s = {10, {0.5, 1.5}};
    int row[2][3] = {{1, 2, 3}, {4, 5, 6}};
#pragma omp target teams distribute parallel for private(tmp) firstprivate(x, arr, s, row) map(from: out)
    for (int i = 0; i < 30; i++) {
        tmp = x + arr[i % 4];
        s.v[1] = i;
        out[i] = tmp + s.n + (int)(s.v[0] * 2 + s.v[1]) + row[i & 1][i % 3];
    }
    printf("%d %d %d %g %d\n", x, arr[0], tmp, s.v[1], row[1][2]);
    for (int i = 0; i < 30; i++)
        printf("%d ", out[i]);
    printf("\n");
    int sum = 0;
#pragma omp target map(tofrom: sum) firstprivate(arr) private(tmp)
    {
        arr[0] = 100;
        tmp = 3;
#pragma omp parallel for private(tmp) firstprivate(arr) reduction(+: sum)
        for (int i = 0; i < 9; i++) {
            tmp = i;
            arr[1] += 0;
            sum += arr[0] + arr[1] + tmp;
        }
        sum += tmp * 10000;
    }
    printf("%d %d\n", sum, arr[0]);
    return 0;
}
