struct pair { int a, b; };
struct other { int a; };

#pragma omp declare reduction(add : struct pair : omp_out.a += omp_in.a)
#pragma omp declare reduction(slow : long double, float : omp_out += omp_in)

extern int printf(const char *, ...);

void g(int n)
{
    struct pair p = {0, 0};
    struct other o = {0};
    int i = 0;
    float x = 0;
#pragma omp target parallel reduction(add: p)
    p.a++;
#pragma omp target parallel reduction(add: o) // ERROR "'o' in 'reduction' has type 'struct other', for which no 'declare reduction' of 'add' is visible"
    o.a++;
#pragma omp target parallel reduction(add: i) // ERROR "type 'int', for which no 'declare reduction' of 'add'"
    i++;
#pragma omp target parallel reduction(+: p) // ERROR "'p' in 'reduction' has type 'struct pair', which the operators do not have"
    p.a++;
#pragma omp target parallel reduction(later: i) // ERROR "no 'declare reduction' of 'later' is visible"
    i++;
    {
#pragma omp declare reduction(inner : int : omp_out += omp_in)
    }
#pragma omp target parallel reduction(inner: i) // ERROR "no 'declare reduction' of 'inner' is visible"
    i++;
#pragma omp target parallel reduction(slow: x)
    x++;
}
#pragma omp declare reduction(later : int : omp_out += omp_in)
