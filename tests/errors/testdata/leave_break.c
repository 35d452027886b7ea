// break out of a worksharing loop.
void f(int *a, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] == 3)
            break; // ERROR "break"
        a[i] = i;
    }
}
