static void rows(int n, double *a)
{
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}

void f(int n, double *a)
{
#pragma omp target teams map(from: a[0:n])
    rows(n, a);
}
