// Code between collapsed loops.
void f(int *a, int n)
{
#pragma omp target parallel for collapse(2) map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
        int x = i * n; // ERROR "collapse|loop|nest"
        for (int j = 0; j < n; j++)
            a[x + j] = i;
    }
}
