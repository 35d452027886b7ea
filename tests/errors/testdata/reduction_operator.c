// Reduction operators that there are not.
void f(int *a, int n)
{
    int x = 0;
#pragma omp target parallel for reduction(%: x) // ERROR "%|operator|reduction"
    for (int i = 0; i < n; i++)
        x += a[i];
#pragma omp target parallel for reduction(plus: x) // ERROR "plus"
    for (int i = 0; i < n; i++)
        x += a[i];
#pragma omp target parallel for reduction(=: x) // ERROR "=|operator|reduction"
    for (int i = 0; i < n; i++)
        x += a[i];
}
