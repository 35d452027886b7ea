// Strides stand in target update only, and lead forward.
void f(int *a, int n)
{
    int m[10];
#pragma omp target map(tofrom: a[0:n:2]) // ERROR "stride"
    a[0]++;
#pragma omp target update to(a[0:n:0]) // ERROR "stride"
#pragma omp target update from(m[0:4:3]) // this one fits
#pragma omp target update from(m[1:4:3]) // ERROR "ends behind"
}
