// Code beside teams in a target region.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        a[0] = 5;
#pragma omp teams // ERROR "teams"
        a[1] = 1;
    }
}
