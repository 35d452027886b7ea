// A name in a clause expression that is not declared.
void f(int *a, int n)
{
#pragma omp target device(which) map(tofrom: a[0:n]) // ERROR "which|expected"
    a[0] = 1;
}
