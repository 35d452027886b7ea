// goto out of a region.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        if (a[0] == 1)
            goto out; // ERROR "goto|out|invalid (branch|entry)"
        a[0] = 1;
    }
out:
    a[1] = 2;
}
