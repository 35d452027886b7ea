int elsewhere(int);

static int through(int n)
{
    return elsewhere(n); // WARNING "function 'elsewhere' is called in device function 'through' but has no device version.*undeclared-device-function"
}

void f(int n, double *a, double *b, double *c, double *d, int *q)
{
#pragma omp target map(tofrom: a[0:n]) map(to: b) is_device_ptr(d) // WARNING "'b' maps the pointer itself.*map-pointer"
    for (int i = 0; i < n; i++)
        a[i] = b[i] + c[i] + d[i] + through(n); // WARNING "pointer 'c' is dereferenced in the target region.*unmapped-pointer"
    int empty = 0;
#pragma omp target map(from: empty)
    {
        double *p = a;
        empty = q == 0 && p != 0;
    }
}
