// Clauses that do not exist, and ones of another construct.
void f(int *a, int n)
{
    int x = 0;
#pragma omp target map(tofrom: a[0:n]) mapp(x) // ERROR "mapp"
    a[0] = x;
#pragma omp target map(tofrom: a[0:n]) num_teams(4) // ERROR "num_teams.*target"
    a[0] = x;
#pragma omp target schedule(static) map(tofrom: a[0:n]) // ERROR "schedule"
    a[0] = x;
#pragma omp target teams collapse(2) map(tofrom: a[0:n]) // ERROR "collapse"
    a[0] = x;
#pragma omp target data map(tofrom: a[0:n]) private(x) // ERROR "private"
    a[0] = x;
#pragma omp target update map(to: a[0:n]) // ERROR "map"
#pragma omp target enter data map(to: a[0:n]) reduction(+: x) // ERROR "reduction"
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) copyin(x) // ERROR "copyin"
    for (int i = 0; i < n; i++)
        a[i] = i;
}
