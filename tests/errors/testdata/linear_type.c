// linear on a floating-point variable.
void f(double *a, int n)
{
    double x = 0;
#pragma omp target map(tofrom: a[0:n])
    {
#pragma omp simd linear(x) // ERROR "'x'|integer|linear"
        for (int i = 0; i < n; i++)
            a[i] = x;
    }
}
