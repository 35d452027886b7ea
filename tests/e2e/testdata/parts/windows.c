/* Device functions with variable-length arrays, for vla_files.c. */
#pragma omp declare target
static double sum(int n, const double *v)
{
    double prefix[n + 1];
    prefix[0] = 0;
    for (int i = 0; i < n; i++)
        prefix[i + 1] = prefix[i] + v[i];
    return prefix[n];
}

double window_mean(int n, const double *v, int w)
{
    double means[n];
    for (int i = 0; i < n; i++)
        means[i] = sum(i + w <= n ? w : n - i, v + i) / w;
    return sum(n, means);
}

double matrix_trace(int n, double a[n][n])
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i][i];
    return s + sizeof a[0];
}
#pragma omp end declare target
