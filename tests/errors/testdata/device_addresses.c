// List items of use_device_addr where the device's address does not do.
void f(int n)
{
    int a[10], x = 0;
#pragma omp target data map(tofrom: a, x) use_device_addr(a, x)
    {
#pragma omp target
        a[0] = 1; // ERROR "'a' stands for an address"
#pragma omp target map(tofrom: a) // ERROR "'map'"
        a[0] = 1;
#pragma omp target update from(x) // ERROR "'from'"
#pragma omp parallel for private(x) // ERROR "'private'"
        for (int i = 0; i < n; i++)
            x = i;
#pragma omp target has_device_addr(x) firstprivate(x) // ERROR "'x' stands in"
        x = 1;
    }
}
