// A step that leads away from the bound.
void f(int *a, int n)
{
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i != n; i += 2) // ERROR "!=|step|canonical"
        a[i] = 1;
}
