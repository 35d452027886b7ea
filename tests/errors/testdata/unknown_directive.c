// A construct that does not exist: the words after target.
void f(int *a, int n)
{
#pragma omp target teems // ERROR "teems"
    a[0] = 1;
#pragma omp target teams parallel for // ERROR "parallel"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target distribute // ERROR "distribute"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data update map(a[0:n]) // ERROR "update"
    a[0] = 1;
#pragma omp target enter map(to: a[0:n]) // ERROR "enter"
}
