// The loop variable changed in the body.
void f(int *a, int n)
{
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = i;
        i++; // ERROR "'i'"
    }
}
