// Reductions whose variable is a parameter, a static, a team-local array section,
// and one that the loop reads before it adds.
#include <stdio.h>

static long add(const int *v, int n, long start)
{
#pragma omp target teams distribute parallel for map(to: v[0:n]) reduction(+: start)
    for (int i = 0; i < n; i++)
        start += v[i];
    return start;
}

int main(void)
{
    static double acc = 0.25;
    int v[40], out[6][3];
    for (int i = 0; i < 40; i++)
        v[i] = i * i;
#pragma omp target parallel for reduction(+: acc)
    for (int i = 0; i < 40; i++)
        acc = 0.5 + acc;
#pragma omp target teams distribute map(from: out) map(to: v) thread_limit(16)
    for (int t = 0; t < 6; t++) {
        int bins[3] = {t, 0, 1000};
#pragma omp parallel for reduction(+: bins)
        for (int i = 0; i < 40; i++)
            bins[(i + t) % 3] += v[i];
        int worst = 0;
#pragma omp parallel for reduction(max: worst) reduction(+: bins[1:2])
        for (int i = 0; i < 40; i++) {
            worst = v[i] % 13 > worst ? v[i] % 13 : worst;
            bins[2] -= 1;
        }
        for (int k = 0; k < 3; k++)
            out[t][k] = bins[k] + worst;
    }
    printf("%ld %g\n", add(v, 40, -5), acc);
    for (int i = 0; i < 18; i++)
        printf("%d ", out[i / 3][i % 3]);
    printf("\n");
    return 0;
}
