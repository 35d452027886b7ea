// Data constructs without what they need.
void f(int *a, int n)
{
#pragma omp target data // ERROR "map|use_device_ptr"
    a[0] = n;
#pragma omp target update // ERROR "to|from"
#pragma omp target enter data // ERROR "map"
#pragma omp target exit data // ERROR "map"
}
