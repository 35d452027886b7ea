// Constructs nested in a way that OpenMP forbids.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
#pragma omp barrier // ERROR "barrier"
            a[i] = i;
        }
    }
}
