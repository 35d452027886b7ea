// Addresses of private, firstprivate and loop variables stay the thread's own.
#include <stdio.h>

#pragma omp declare target
static int bump(int *p) { return ++*p; }
static void spread(double v[4], double x)
{
    for (int i = 0; i < 4; i++)
        v[i] = x * i;
}
#pragma omp end declare target

int main(void)
{
    int k = 5, out[40];
    double w[4] = {9, 9, 9, 9};
#pragma omp target teams distribute parallel for firstprivate(k, w) map(from: out) schedule(static, 1)
    for (int i = 0; i < 40; i++) {
        int local = i, *q = &local;
        int start = k;
        bump(q);
        bump(&local);
        int delta = bump(&k) - start;
        spread(w, i);
        const int *pi = &i;
        out[i] = *q * 100 + delta + (int)w[3] + *pi;
    }
    for (int i = 0; i < 40; i++)
        printf("%d ", out[i]);
    printf("%d %g\n", k, w[0]);
    return 0;
}
