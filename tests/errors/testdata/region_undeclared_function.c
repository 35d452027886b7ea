// A function without declare target, defined elsewhere: other objects may have it.
int somewhere_else(int x);

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    a[0] = somewhere_else(n); // WARNING "somewhere_else"
}
