struct pair { int a, b; unsigned bits : 3; };

void f(int n, int *a, struct pair *s)
{
    int x = 0, v = 0;
    struct pair t, u;
#pragma omp target map(tofrom: a[0:n], s[0:1], x, v, t, u)
    {
#pragma omp atomic
        x++;
#pragma omp atomic update
        a[n - 1] = 3 + a[n - 1];
#pragma omp atomic read
        v = a[0];
#pragma omp atomic write
        a[0] = v + 1;
#pragma omp atomic capture
        v = x *= 2;
#pragma omp atomic capture
        {
            v = x;
            x = n;
        }
#pragma omp atomic capture
        {
            x -= 2;
            v = x;
        }
#pragma omp atomic
        x = v; // ERROR "after 'atomic update' must have the form.*atomic-form"
#pragma omp atomic read
        v = x + 1; // ERROR "after 'atomic read'"
#pragma omp atomic write
        x++; // ERROR "after 'atomic write'"
#pragma omp atomic capture
        x++; // ERROR "after 'atomic capture'"
#pragma omp atomic capture
        { // ERROR "after 'atomic capture'"
            v = n;
            x++;
        }
#pragma omp atomic write
        t = u; // ERROR "needs a variable of scalar type, not 'struct pair'"
#pragma omp atomic
        s->bits++; // ERROR "bit-field 'bits' is not supported"
    }
}
