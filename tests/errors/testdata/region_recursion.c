// Recursion in device code, direct and by way of another function.
#pragma omp declare target
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); } // ERROR "recursion.*even -> odd -> even"
#pragma omp end declare target

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    a[0] = even(n);
}
