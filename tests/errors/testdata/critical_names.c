// The name of a critical region is an identifier.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel
    {
#pragma omp critical(1) // ERROR "critical|name|identifier|expected"
        a[0]++;
    }
}
