// Recursion that device code cannot have: a function of a circle has an array of variable length.
#pragma omp declare target
static int odd(int n);
static int even(int n)
{
    int a[n + 1];
    a[n] = n;
    return a[n] == 0 ? 1 : odd(n - 1);
}
static int odd(int n) { return n == 0 ? 0 : even(n - 1); } // ERROR "recursion.*even -> odd -> even"
#pragma omp end declare target

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    a[0] = even(n);
}
