// collapse with an argument that is no positive constant.
void f(int *a, int n)
{
#pragma omp target parallel for collapse(0) map(tofrom: a[0:n]) // ERROR "collapse"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target parallel for collapse(n) map(tofrom: a[0:n]) // ERROR "collapse|constant"
    for (int i = 0; i < n; i++)
        a[i] = i;
}
