// Stand-alone directives where only a statement may be.
void f(int *a, int n)
{
    if (n > 2)
#pragma omp target update to(a[0:n]) // ERROR "target update|statement"
    a[0] = 1;
}
