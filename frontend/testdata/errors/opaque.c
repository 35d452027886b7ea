#pragma omp declare target
void g(int *a)
{
#pragma omp interop // ERROR "'omp interop' is not supported in device code"
    for (int i = 0; i < 3; i++)
        a[i] = i;
}
#pragma omp end declare target

void f(int n, int *a)
{
#pragma omp interop
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target map(tofrom: a[0:n])
    {
#pragma omp interop // ERROR "'omp interop' is not supported in device code"
        a[0] = 1;
    }
}
