// A construct that may not stand directly in teams.
void f(int *a, int n)
{
#pragma omp target teams map(tofrom: a[0:n])
    {
#pragma omp for // ERROR "for|teams"
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
}
