// Sections without a length where none can be known.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:]) // ERROR "length|size|section"
    a[0] = n;
}
