// section outside sections, statements beside it.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel
    {
#pragma omp section // ERROR "section"
        a[0] = 1;
    }
}
