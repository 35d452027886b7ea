// long double in a region.
void f(double *a, int n)
{
    long double x = 1.5L;
#pragma omp target map(tofrom: a[0:n])
    a[0] = (double)(x * 2); // ERROR "long double"
}
