static double scale(double v, int k) { return v * k; }
double twice(double);
#pragma omp declare target
double twice(double);
int table[4] = {1, 2, 3, 4};
#pragma omp end declare target
int main(void)
{
    double a[10] = {0};
    int n = 10;
#pragma omp target map(tofrom: a)
    {
        for (int i = 0; i < n; i++) {
            if (i % 2)
                a[i] = scale(i, 3);
            else
                a[i] = twice(i) + table[i % 4];
        }
    }
    return a[3] > 0;
}
