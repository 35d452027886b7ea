// _Complex in a region.
void f(double *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        double _Complex z = a[0]; // ERROR "[Cc]omplex"
        a[0] = __real__ z;
    }
}
