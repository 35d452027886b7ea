// Calls through pointers to functions whose parameters are not known, or not fixed, in a region.
static int one(int x) { return x + 1; }

void f(int *a, int n, int (*list)(int, ...))
{
    int (*g)() = one;
#pragma omp target map(tofrom: a[0:n])
    {
        a[0] = g(3); // ERROR "calls through pointers need the parameters"
        a[1] = list(3, 4); // ERROR "calls through pointers need the parameters"
    }
}
