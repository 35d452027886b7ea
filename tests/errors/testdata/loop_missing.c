// A loop construct without a loop.
void f(int *a, int n)
{
#pragma omp target parallel for map(tofrom: a[0:n])
    a[0] = 1; // ERROR "for|loop"
}
