// A function that no object can be expected to have on the device.
int somewhere_else(int x);

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    a[0] = somewhere_else(n); // ERROR "somewhere_else"
}
