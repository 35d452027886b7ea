typedef struct { int n; double *data; } vec;
struct holder { vec v; vec *w; };

void f(int n, struct holder *h, double *x)
{
    vec local = { n, x };
#pragma omp target enter data map(to: local) map(alloc: local.data[0:n])
#pragma omp target data map(tofrom: x[0:n]) use_device_ptr(x) if(target data: n > 3) device(n % 2)
    {
        if (n > 4)
#pragma omp target map(always, to: h->v.data[1:n - 1]) map(h->w[0:2]) nowait depend(out: x[0:n])
            h->v.data[1] = local.n;
        else
#pragma omp target is_device_ptr(x) defaultmap(tofrom: scalar)
            for (int i = 0; i < n; i++) x[i] = 0;
#pragma omp target update from(x[0:n / 2]) to(local.n)
    }
#pragma omp target exit data map(release: local.data[:n]) map(delete: local)
}
