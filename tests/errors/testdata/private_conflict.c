// The same variable in two data-sharing clauses, or mapped and private.
void f(int *a, int n)
{
    int x = 0, y = 0;
#pragma omp target private(x) firstprivate(x) map(tofrom: a[0:n]) // ERROR "'x'"
    a[0] = x;
#pragma omp target map(tofrom: y) private(y) map(tofrom: a[0:n]) // ERROR "'y'"
    a[0] = y;
#pragma omp target parallel shared(x) private(x) map(tofrom: a[0:n]) // ERROR "'x'"
    a[0] = x;
#pragma omp target parallel for reduction(+: x) private(x) map(tofrom: a[0:n]) // ERROR "'x'"
    for (int i = 0; i < n; i++)
        x += i;
}
