// Pointers that are mapped in an enclosing construct or are never dereferenced
// need no warning.
void f(int *a, int *b, int n)
{
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += b[i];
    }
    int isnull = 0;
#pragma omp target map(from: isnull)
    isnull = b == 0;
    a[0] = isnull;
}
