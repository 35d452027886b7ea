// Directives that OpenMP 4.5 does not have, and misspelled ones.
void f(int *a, int n)
{
#pragma omp targett // ERROR "unknown directive.*targett"
    a[0] = 1;
#pragma omp target teems // ERROR "teems"
    a[0] = 1;
#pragma omp target teams parallel for // ERROR "target teams"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target distribute // ERROR "distribute"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp // ERROR "directive"
    a[0] = 1;
}
