// A constant chunk size that is not positive.
void f(int *a, int n)
{
#pragma omp target parallel for schedule(static, 0) map(tofrom: a[0:n]) // ERROR "schedule|chunk"
    for (int i = 0; i < n; i++)
        a[i] = i;
}
