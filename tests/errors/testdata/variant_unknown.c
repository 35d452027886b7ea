// Selectors that the translation cannot decide, where device code calls the function.
int fast(int i) { return i; }

#pragma omp declare variant(fast) match(device={kind(gpu)})
int slow(int i) { return i; }

#pragma omp declare variant(fast) match(user={condition(sizeof(int) > 1)})
int other(int i) { return i; }

void f(int *a, int n)
{
    a[0] = slow(a[0]);
#pragma omp target map(tofrom: a[0:n])
    {
        a[1] = slow(a[1]);  // ERROR "kind.gpu"
        a[2] = other(a[2]); // ERROR "condition"
    }
}
