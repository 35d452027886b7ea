int elsewhere(int);

static int through(int n)
{
    return elsewhere(n); // WARNING "function 'elsewhere' is called in device function 'through' but has no device version.*undeclared-device-function"
}

void *malloc(unsigned long);
void free(void *);
void keep(double *);

void f(int n, double *a, double *b, double *d, int *q, double *param)
{
    double *c = (double *)malloc(n * sizeof *c), *view = d + 1, *kept = malloc(n * sizeof *kept);
    keep(kept);
    if (!c)
        return;
    c[0] = 1;
#pragma omp target map(tofrom: a[0:n]) map(to: b) is_device_ptr(d) // WARNING "'b' maps the pointer itself.*map-pointer"
    for (int i = 0; i < n; i++)
        a[i] = b[i] + c[i] + d[i] + through(n); // WARNING "pointer 'c' is dereferenced in the target region.*unmapped-pointer"
#pragma omp target
    *view = kept[1] + param[2];
    free(c);
    int empty = 0;
#pragma omp target map(from: empty)
    {
        double *p = a;
        empty = q == 0 && p != 0;
    }
}
