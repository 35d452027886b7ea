// is_device_ptr and use_device_ptr on what is no pointer.
void f(int *a, int n)
{
    int x = 0;
#pragma omp target is_device_ptr(x) map(tofrom: a[0:n]) // ERROR "'x'|pointer"
    a[0] = x;
#pragma omp target data map(tofrom: a[0:n]) use_device_ptr(x) // ERROR "'x'|pointer"
    a[0] = x;
}
