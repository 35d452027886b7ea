// Static variables that default(firstprivate) and default(private) leave open.
static int counter;

void f(int *a, int n)
{
#pragma omp target parallel default(firstprivate) map(tofrom: a[0:n])
    a[0] += counter; // ERROR "counter"
}
