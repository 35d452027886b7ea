// Map types that the construct does not take.
void f(int *a, int n)
{
#pragma omp target enter data map(from: a[0:n]) // ERROR "from"
#pragma omp target exit data map(to: a[0:n]) // ERROR "to"
#pragma omp target map(release: a[0:n]) // ERROR "release"
    a[0] = 1;
#pragma omp target data map(delete: a[0:n]) // ERROR "delete"
    a[0] = 1;
#pragma omp target exit data map(alloc: a[0:n]) // ERROR "alloc"
}
