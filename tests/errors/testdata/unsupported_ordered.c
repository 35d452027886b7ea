// ordered regions inside a target region.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel for ordered // ERROR "ordered"
    for (int i = 0; i < n; i++) {
        a[i] = i;
    }
}
