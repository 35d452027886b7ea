// Clauses whose argument is malformed.
void f(int *a, int n)
{
    int x = 0;
#pragma omp target map(tofrom: a[0:n] // ERROR "\\)|map"
    a[0] = x;
#pragma omp target map() // ERROR "map|list|expected"
    a[0] = x;
#pragma omp target map(tofrom: a[0:n]) device() // ERROR "device|expected"
    a[0] = x;
#pragma omp target map(tofrom a[0:n]) // ERROR "map|expected|:"
    a[0] = x;
#pragma omp target parallel for map(tofrom: a[0:n]) schedule(sometimes) // ERROR "sometimes"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target parallel for map(tofrom: a[0:n]) reduction(x) // ERROR "reduction|:"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target map(somewhere: a[0:n]) // ERROR "somewhere"
    a[0] = x;
#pragma omp target map(tofrom: a[0:n]) if // ERROR "if"
    a[0] = x;
}
