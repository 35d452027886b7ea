// Increments that are not in canonical form.
void f(int *a, int n)
{
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 1; i < n; i *= 2) // ERROR "increment|step|canonical"
        a[i] = i;
}
