// Loops that are not in canonical form.
void f(int *a, int n)
{
    int i = 0;
#pragma omp target parallel for map(tofrom: a[0:n])
    for (;;) // ERROR "loop|canonical|for"
        a[0] = 1;
}
