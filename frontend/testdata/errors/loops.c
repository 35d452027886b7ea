void f(int n, double *a)
{
    int i, j;
#pragma omp target map(tofrom: a[0:n])
    {
#pragma omp parallel for
        for (i = 0; i < n; i++) {
            a[i] = 0;
            i += 2; // ERROR "loop variable 'i' is changed.*non-canonical-loop"
        }
#pragma omp parallel for
        for (i = 0, j = 0; i < n; i++) // ERROR "initialization must have the form"
            a[i] = j;
#pragma omp parallel for
        for (i = 0; i < n && a[i] > 0; i++) // ERROR "test must compare 'i'"
            a[i] = 1;
#pragma omp parallel for
        for (i = 0; i < n; i--) // ERROR "increment decreases 'i', but the test expects that it increases"
            a[i] = 1;
#pragma omp parallel for
        for (i = 0; i != n; i += 2) // ERROR "step of 1 or -1"
            a[i] = 1;
#pragma omp parallel for
        for (i = 0; i < i + n; i++) // ERROR "bound depends on the loop variable"
            a[i] = 1;
#pragma omp parallel for
        for (float x = 0; x < n; x += 1) // ERROR "must have an integer or pointer type"
            a[0] = x;
#pragma omp parallel for
        a[0] = 1; // ERROR "needs a for loop after it"
#pragma omp parallel for collapse(2)
        for (i = 0; i < n; i++)
            for (j = i; j < n; j++)
                a[i] = j;
#pragma omp parallel for collapse(2)
        for (i = 0; i < n; i++) {
            a[i] = 0; // ERROR "perfectly nested.*collapse-depth"
            for (j = 0; j < n; j++)
                a[i] += j;
        }
#pragma omp parallel for collapse(2)
        for (i = 0; i < n; i++)
            a[i] = 0; // ERROR "a for loop is expected here"
#pragma omp parallel for collapse(2)
        for (i = 0; i < n; i++)
            for (i = 0; i < n; i++) // ERROR "is that of an outer loop too"
                a[i] = 0;
#pragma omp parallel for firstprivate(i) // ERROR "loop variable 'i' cannot be named by 'firstprivate'"
        for (i = 0; i < n; i++)
            a[i] = 0;
    }
}
