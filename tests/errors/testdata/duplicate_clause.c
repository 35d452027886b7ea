// Clauses that may appear once only.
void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n]) device(0) device(1) // ERROR "device"
    a[0] = 1;
#pragma omp target teams num_teams(1) num_teams(2) map(tofrom: a[0:n]) // ERROR "num_teams"
    a[0] = 1;
#pragma omp target parallel for collapse(1) collapse(1) map(tofrom: a[0:n]) // ERROR "collapse"
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target map(tofrom: a[0:n]) if(n > 1) if(n > 2) // ERROR "if"
    a[0] = 1;
#pragma omp target parallel for schedule(static) schedule(dynamic) map(tofrom: a[0:n]) // ERROR "schedule"
    for (int i = 0; i < n; i++)
        a[i] = i;
}
