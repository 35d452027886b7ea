static int add(a, b)
    int a;
    double *b;
{
    return a + b[0];
}

int main(argc, argv)
    char **argv;
{
    double x[1];
#pragma omp target map(tofrom: x)
    x[0] = add(argc, x);
    return 0;
}
