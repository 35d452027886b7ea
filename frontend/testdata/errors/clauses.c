struct pair { int a, b; unsigned bits : 3; };
static int counter;
#pragma omp threadprivate(counter)
extern int unknown[];

void f(int n, double *a, struct pair s)
{
    const int fixed = 3;
    double x = 0;
    int list[8];
    int *p = list, (*rows)[8] = &list;
#pragma omp target device(x) map(tofrom: a[0:n]) // ERROR "'device' needs an integer, not an expression of type 'double'"
    a[0] = 1;
#pragma omp target if(s) map(tofrom: a[0:n]) // ERROR "'if' needs a scalar expression, not one of type 'struct pair'"
    a[0] = 1;
#pragma omp target teams num_teams(0) map(tofrom: a[0:n]) // ERROR "'num_teams' needs a positive number, not 0"
    a[0] = 1;
#pragma omp target simd collapse(n) map(tofrom: a[0:n]) // ERROR "'collapse' needs a constant"
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma omp target parallel private(fixed) map(tofrom: a[0:n]) // ERROR "'fixed' in 'private' is const"
    a[0] = 1;
#pragma omp target parallel reduction(+: p) map(tofrom: a[0:n]) // ERROR "'p' in 'reduction' is a pointer"
    a[0] = 1;
#pragma omp target parallel reduction(+: s) map(tofrom: a[0:n]) // ERROR "'s' in 'reduction' has type 'struct pair'"
    a[0] = 1;
#pragma omp target parallel reduction(|: x) map(tofrom: a[0:n]) // ERROR "has type 'double', which the operator '\\|' does not have"
    a[0] = 1;
#pragma omp target parallel reduction(+: rows[0:n][0:n]) map(tofrom: a[0:n]) // ERROR "the rows of 'rows\\[0:n\\]\\[0:n\\]' in 'reduction' must have a constant length.*reduction-length"
    a[0] = 1;
#pragma omp target map(tofrom: a[0:n]) map(tofrom: s.bits) // ERROR "bit-field 's.bits' cannot be mapped"
    a[0] = 1;
#pragma omp target map(tofrom: a[:]) // ERROR "needs a length.*missing-length"
    a[0] = 1;
#pragma omp target map(to: unknown) map(tofrom: a[0:n]) // ERROR "size of array 'unknown' is not known.*missing-length"
    a[0] = 1;
#pragma omp target map(tofrom: x[0:1]) map(tofrom: a[0:n]) // ERROR "more brackets than its type has dimensions"
    a[0] = 1;
#pragma omp target map(tofrom: list[4:8]) map(tofrom: a[0:n]) // ERROR "ends behind the array of 8 elements"
    a[0] = 1;
#pragma omp target map(tofrom: a[0:-1]) // ERROR "negative length"
    a[0] = 1;
#pragma omp target map(tofrom: a[0:x]) // ERROR "a bound of the array section .* has type 'double'"
    a[0] = 1;
#pragma omp target map(tofrom: a[0:n]) is_device_ptr(x) // ERROR "neither a pointer nor an array"
    a[0] = 1;
#pragma omp target map(tofrom: counter, a[0:n]) // ERROR "threadprivate variable 'counter' cannot be named by 'map'"
    a[0] = 1;
#pragma omp target map(tofrom: a[0:n])
    a[0] = counter; // ERROR "threadprivate variable 'counter' is used in a target region"
#pragma omp target map(tofrom: f) map(tofrom: a[0:n]) // ERROR "'f' in 'map' is not a variable"
    a[0] = 1;
#pragma omp target parallel default(none) shared(a) map(tofrom: a[0:n])
    a[n] = x; // ERROR "'n' is not named" "'x' is not named by a clause of 'target parallel' with default\\(none\\)"
}
