// target inside target.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        a[0] = 5;
#pragma omp target map(tofrom: a[0:n]) // ERROR "target"
        a[1] = 1;
    }
}
