// Things of OpenMP that a target region does not support.
void f(int *a, int n)
{
#pragma omp target parallel for ordered map(tofrom: a[0:n]) // ERROR "ordered"
    for (int i = 0; i < n; i++)
        a[i] = i;
}
