// cancel inside a target region.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        a[i] = i;
#pragma omp cancel for if(i > 3) // ERROR "cancel"
    }
}
