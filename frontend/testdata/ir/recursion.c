// A function that calls itself in an expression and at its end, and one with an object.
#pragma omp declare target
static long sum(const int *v, int n)
{
    if (n == 0)
        return 0;
    long rest = sum(v + 1, n - 1);
    return n % 2 ? sum(v, n - 1) : rest + v[0];
}

static void count(int *total, int n)
{
    int own = n;
    if (n > 0 && own)
        count(&own, n - 1);
    *total += own;
}
#pragma omp end declare target

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        a[0] = sum(a, n);
        count(a, n);
    }
}
