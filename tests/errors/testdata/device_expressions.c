// Clause expressions of a wrong type or value.
struct s { int v; };

void f(int *a, int n, struct s t)
{
#pragma omp target device(t) map(tofrom: a[0:n]) // ERROR "device|integer"
    a[0] = 1;
#pragma omp target if(t) map(tofrom: a[0:n]) // ERROR "if|scalar"
    a[0] = 1;
#pragma omp target teams num_teams(1.5) map(tofrom: a[0:n]) // ERROR "num_teams|integer"
    a[0] = 1;
#pragma omp target teams num_teams(-1) map(tofrom: a[0:n]) // ERROR "num_teams"
    a[0] = 1;
}
