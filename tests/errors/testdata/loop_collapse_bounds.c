// An inner bound that depends on the outer variable.
void f(int *a, int n)
{
#pragma omp target parallel for collapse(2) map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) // ERROR "'?i'?|bound|invariant"
            a[i * n + j] = i;
}
