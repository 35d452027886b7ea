// Chunk sizes that cannot be.
void f(int *a, int n)
{
#pragma omp target parallel for schedule(auto, 3) map(tofrom: a[0:n]) // ERROR "auto|chunk"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target teams distribute dist_schedule(dynamic) map(tofrom: a[0:n]) // ERROR "dist_schedule|dynamic"
    for (int i = 0; i < n; i++)
        a[i] = i;
}
