// A floating-point loop variable.
void f(int *a, int n)
{
#pragma omp target parallel for map(tofrom: a[0:n])
    for (double x = 0; x < n; x += 1) // ERROR "double|integer|type|canonical"
        a[(int)x] = 1;
}
