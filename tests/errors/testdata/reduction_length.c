// What a reduction cannot have: a section without elements, rows whose length is no constant.
void f(int *a, int n)
{
    int rows[n][n];
#pragma omp target parallel for reduction(+: a[0:0]) map(tofrom: a[0:n]) // ERROR "length.*positive"
    for (int i = 0; i < 10; i++)
        a[i % n] += i;
#pragma omp target parallel for reduction(+: rows) // ERROR "rows of 'rows'.*constant"
    for (int i = 0; i < 10; i++)
        rows[i % n][0] += i;
}
