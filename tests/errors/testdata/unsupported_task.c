// Tasks, cancellation and threadprivate data inside a target region.
int counter;
#pragma omp threadprivate(counter)

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
#pragma omp task // ERROR "task"
        a[0] = 1;
    }
}
