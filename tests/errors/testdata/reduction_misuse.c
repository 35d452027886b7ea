// Reductions on what cannot be reduced.
struct s { int v; };

void f(int *a, int n)
{
    struct s t = {0};
    double d = 0;
#pragma omp target parallel for reduction(&: d) // ERROR "'d'|&|double"
    for (int i = 0; i < n; i++)
        d += i;
#pragma omp target parallel for reduction(+: t) // ERROR "'t'|struct"
    for (int i = 0; i < n; i++)
        t.v += i;
#pragma omp target parallel for reduction(+: a) // ERROR "'a'|pointer"
    for (int i = 0; i < n; i++)
        a[0] += i;
}
