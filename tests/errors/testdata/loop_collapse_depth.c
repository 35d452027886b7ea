// Fewer loops than collapse asks for, or code between them.
void f(int *a, int n)
{
#pragma omp target parallel for collapse(2) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i; // ERROR "collapse|loop"
}
