// return out of a parallel region inside a target region.
#pragma omp declare target
void g(int *a)
{
#pragma omp parallel
    {
        a[0] = 1;
        return; // ERROR "return|invalid (branch|entry)"
    }
}
#pragma omp end declare target

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    g(a);
}
