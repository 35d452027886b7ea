// Calls through function pointers in a region.
static int one(int x) { return x + 1; }

void f(int *a, int n)
{
    int (*g)(int) = one;
#pragma omp target map(tofrom: a[0:n])
    a[0] = g(3); // ERROR "function pointer|'g'"
}
