// return out of a target region.
int f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        a[0] = 1;
        if (n > 5)
            return 1; // ERROR "return"
    }
    return 0;
}
