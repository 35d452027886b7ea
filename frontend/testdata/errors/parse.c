int f(int *a)
{
#pragma omp target map(tofrom: a[0:1])
    a[0] = missing; // ERROR "'missing' is not declared.*c-front-end"
    return 0;
}
