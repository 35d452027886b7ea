// default(none) with a variable that no clause names.
void f(int *a, int n)
{
    int k = 3;
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel for default(none) shared(a) firstprivate(n)
    for (int i = 0; i < n; i++)
        a[i] = k; // ERROR "'k'"
}
