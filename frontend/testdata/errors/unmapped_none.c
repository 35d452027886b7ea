void enter(int n, double *a)
{
#pragma omp target enter data map(to: a[0:n])
}

void use(int n, double *a)
{
#pragma omp target
    for (int i = 0; i < n; i++)
        a[i]++;
}
