// A worksharing loop inside another of the same parallel region.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp for // ERROR "for|work-?sharing"
        for (int j = 0; j < n; j++)
            a[j] = i;
    }
}
