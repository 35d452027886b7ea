// Statements that are no atomic operation.
void f(int *a, int n)
{
    int x = 0, v = 0;
#pragma omp target map(tofrom: a[0:n], x, v)
    {
#pragma omp atomic
        x = v; // ERROR "atomic"
    }
    a[0] = x + v;
}
