// A local variable in a declare target list.
int f(void)
{
    int local = 1;
#pragma omp declare target(local) // ERROR "local"
    return local;
}
