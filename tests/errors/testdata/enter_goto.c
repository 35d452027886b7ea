// goto into a region.
void f(int *a, int n)
{
    if (n > 3)
        goto in; // ERROR "goto|'in'|invalid (branch|entry)"
#pragma omp target map(tofrom: a[0:n])
    {
        a[0] = 1;
    in:
        a[1] = 2;
    }
}
