// An array section of a reduction whose length is no constant.
void f(int *a, int n)
{
#pragma omp target parallel for reduction(+: a[0:n]) map(tofrom: a[0:n]) // ERROR "constant|length"
    for (int i = 0; i < 10; i++)
        a[i % n] += i;
}
