void f(int n, double *a)
{
#pragma omp target map(tofrom: a[0:n])
    {
#pragma omp target // ERROR "'target' cannot stand inside device code"
        a[0] = 1;
#pragma omp target update to(a[0:n]) // ERROR "'target update' cannot stand inside device code"
#pragma omp distribute // ERROR "'distribute' must stand directly in a 'teams'"
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp teams // ERROR "no statements or declarations beside it"
        a[0] = 1;
    }
#pragma omp target teams map(tofrom: a[0:n])
    {
#pragma omp barrier // ERROR "'barrier' cannot stand directly in 'teams'"
#pragma omp parallel
        {
#pragma omp distribute // ERROR "'distribute' must stand directly in a 'teams'"
            for (int i = 0; i < n; i++)
                a[i] = i;
#pragma omp teams // ERROR "'teams' must stand directly in a 'target'"
            a[0] = 1;
#pragma omp single
            {
#pragma omp for // ERROR "'for' cannot stand in a 'single' region"
                for (int i = 0; i < n; i++)
                    a[i] = i;
            }
#pragma omp for
            for (int i = 0; i < n; i++) {
#pragma omp barrier // ERROR "'barrier' cannot stand in a 'for' region"
#pragma omp master // ERROR "'master' cannot stand in a 'for' region"
                a[i] = 1;
#pragma omp parallel
#pragma omp single
                a[i] = 2;
            }
#pragma omp critical(name)
            {
#pragma omp critical(other)
                a[0] = 1;
#pragma omp critical(name) // ERROR "it would wait for itself"
                a[0] = 2;
            }
#pragma omp simd
            for (int i = 0; i < n; i++) {
#pragma omp critical // ERROR "'critical' cannot stand in a 'simd' loop"
                a[i] = 1;
            }
#pragma omp section // ERROR "'section' must stand directly in a 'sections'"
            a[0] = 1;
#pragma omp sections
            {
                a[1] = 1;
#pragma omp section
                a[2] = 2;
                a[3] = 3; // ERROR "'#pragma omp section' is expected before this statement"
            }
#pragma omp sections
            a[0] = 1; // ERROR "needs a block of sections"
        }
    }
}
