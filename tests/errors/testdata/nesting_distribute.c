// distribute outside teams.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
#pragma omp distribute // ERROR "distribute|teams"
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
}
