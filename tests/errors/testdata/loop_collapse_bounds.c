// Nests that are not rectangular, where the last iteration matters.
void f(int *a, int n)
{
    int j, x = 0;
#pragma omp target parallel for collapse(2) map(tofrom: a[0:n * n]) lastprivate(x) // ERROR "lastprivate"
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x = a[i * n + j] = i;
#pragma omp target simd collapse(2) map(tofrom: a[0:n * n]) // ERROR "'j'"
    for (int i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            a[i * n + j] = x;
}
