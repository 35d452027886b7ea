// What no device code takes, as the first thing of a region: nothing may pass over it.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp error at(execution) // ERROR "error"
    a[0]++;
#pragma omp target parallel map(tofrom: a[0:n])
#pragma omp scope
    {
#pragma omp barrier // ERROR "in a 'scope' region"
    }
#pragma omp target parallel map(tofrom: a[0:n])
#pragma omp master taskwait // ERROR "master"
    a[0]++;
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
#pragma omp dispatch // ERROR "dispatch"
        a[i]++;
}
