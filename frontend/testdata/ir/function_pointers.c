// Addresses of functions, and a call through a pointer.
#pragma omp declare target
static int one(int a) { return a + 1; }
int two(int a) { return a + 2; }
static float other(float a) { return a; }
#pragma omp end declare target

void f(int *a, int (*given)(int))
{
#pragma omp target map(tofrom: a[0:2])
    {
        int (*chosen)(int) = a[0] ? one : given;
        a[1] = chosen && chosen != two ? (*chosen)(a[0]) : 0;
    }
}
