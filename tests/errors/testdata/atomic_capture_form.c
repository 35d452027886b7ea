// A capture of something else.
void f(int *a, int n)
{
    int x = 0, v = 0, y = 0;
#pragma omp target map(tofrom: a[0:n], x, v, y)
    {
#pragma omp atomic capture
        { // ERROR "atomic capture"
            v = y;
            x += 1;
        }
    }
    a[0] = x + v + y;
}
