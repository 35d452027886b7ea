// Constructs that may not stand in a task or in an ordered region.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel
    {
#pragma omp single
#pragma omp task
        {
#pragma omp barrier // ERROR "barrier"
            a[0] = 1;
        }
#pragma omp for ordered
        for (int i = 0; i < n; i++) {
#pragma omp ordered
#pragma omp single // ERROR "single|work-?sharing"
            a[i] = i;
        }
    }
}
