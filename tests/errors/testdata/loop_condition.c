// Conditions that are not in canonical form.
void f(int *a, int n)
{
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; a[i] != 3; i++) // ERROR "condition|test|canonical"
        a[i] = i;
}
