// Complex numbers of long double in a region.
void f(double *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        long double _Complex z = a[0]; // ERROR "[Cc]omplex long double"
        a[0] = __real__ z;
    }
}
