// Things of OpenMP that a target region does not support.
int counter;
#pragma omp threadprivate(counter)

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel for copyin(counter) // ERROR "copyin|counter"
    for (int i = 0; i < n; i++)
        a[i] = i;
}
