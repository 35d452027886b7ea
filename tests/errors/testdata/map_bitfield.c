// A bit-field in a map clause.
struct s { unsigned b : 3; int n; };

void f(struct s *v)
{
    struct s w = *v;
#pragma omp target map(tofrom: w.b) // ERROR "bit-field.*\\[[a-z-]+\\]$"
    w.b = 1;
    *v = w;
}
