// Host directives and foreign pragmas pass without a word.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"

int f(int *a, int n)
{
    int s = 0, unused;
#pragma omp parallel for ordered reduction(+: s)
    for (int i = 0; i < n; i++) {
#pragma omp ordered
        s += a[i];
    }
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
#pragma omp task
        a[0] = s;
    }
    return s;
}
#pragma GCC diagnostic pop
