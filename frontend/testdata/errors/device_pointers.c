void *omp_target_alloc(unsigned long, int);

void f(double *out)
{
    double *p = omp_target_alloc(80, 0);
#pragma omp target map(to: p) map(from: out[0:1])
    out[0] = p[0];
}
