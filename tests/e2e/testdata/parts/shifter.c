// Part of host_shared_library.c: works on data that its caller has mapped.
void shift_present(int *v, int n, int by)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] += by;
}
