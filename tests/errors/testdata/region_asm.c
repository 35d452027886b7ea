// Assembly in a region.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        __asm__ volatile("nop"); // ERROR "asm"
        a[0] = 1;
    }
}
