// default(none), default(shared) and shared with everything listed.
#include <stdio.h>

int main(void)
{
    int n = 20, k = 3, a[20], t, sum = 0;
    const int c = 4;
#pragma omp target teams distribute parallel for default(none) shared(a, c) firstprivate(n, k) private(t) reduction(+: sum) map(from: a)
    for (int i = 0; i < n; i++) {
        t = i * k;
        a[i] = t + c;
        sum += t;
    }
#pragma omp target map(tofrom: a, sum)
#pragma omp parallel default(none) shared(a, sum, n) private(t)
    {
#pragma omp for reduction(+: sum)
        for (int i = 0; i < n; i++) {
            t = a[i];
            sum += t;
        }
    }
    printf("%d %d %d\n", sum, a[0], a[19]);
    return 0;
}
