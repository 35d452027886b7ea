// __int128 in a region.
void f(long *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        __int128 x = a[0]; // ERROR "__int128"
        a[0] = (long)(x >> 3);
    }
}
