// List items that cannot be mapped.
struct s { unsigned b : 3; int n; };

void f(int *a, int n)
{
    struct s v = {1, 2};
#pragma omp target map(tofrom: nowhere) // ERROR "nowhere"
    a[0] = n;
#pragma omp target map(tofrom: n + 1) // ERROR "map|\\+|expected"
    a[0] = n;
    a[0] = v.n;
}
