#pragma omp declare target
double *values;
double sum_values(int n);
#pragma omp end declare target

double sum_values(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += values[i];
    return s;
}

double region_elsewhere(int n)
{
    double s = 0;
#pragma omp target map(tofrom: s)
    for (int i = 0; i < n; i++)
        s += values[i];
    return s;
}
