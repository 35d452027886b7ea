// An atomic on a struct.
struct s { int a, b; };

void f(struct s *p)
{
    struct s x = *p;
#pragma omp target map(tofrom: x)
    {
        struct s y = {x.b, x.a};
        y.a++;
#pragma omp atomic write
        x = y; // ERROR "atomic|struct|scalar"
    }
    *p = x;
}
