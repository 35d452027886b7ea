void f(int n, int m, double *a)
{
    n++;
    typedef double row[n];
    typedef double (*rows)[m];
#pragma omp target map(tofrom: a[0:n * 4])
    {
        row *r = (row *)a; // of a length that stays
        r[1][0] = 1;
    }
    for (int k = 0; k < 2; k++) {
#pragma omp target map(tofrom: a[0:n * 4])
        {
            rows r = (rows)a; // ERROR "the length of type 'rows' is not available in device code: 'm' changes after the typedef.*unsupported-typedef"
            r[1][0] = 1;
        }
        m += 1;
    }
    typedef double other[m];
    int *p = &m;
    *p = 7;
#pragma omp target map(tofrom: a[0:n * 4])
    a[0] = sizeof(other); // ERROR "'m' changes after the typedef"
}
