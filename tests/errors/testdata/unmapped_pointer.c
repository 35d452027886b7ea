// A pointer that the region dereferences and no clause or construct maps.
void f(int *a, int *b, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += b[i]; // WARNING "'b'"
}
