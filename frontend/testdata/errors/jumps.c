int f(int n, double *a)
{
    if (n > 9)
        goto inside; // ERROR "'goto inside' jumps into a 'target' region"
#pragma omp target map(tofrom: a[0:n])
    {
        for (int i = 0; i < n; i++) {
            if (a[i] > 1)
                continue;
            if (a[i] > 2)
                break;
#pragma omp critical
            {
                if (a[i] > 3)
                    continue; // ERROR "'continue' leaves the 'critical' region"
                switch (n) {
                case 1:
                    break;
                }
                while (a[i] > 4)
                    break;
            }
        }
    inside:
        a[0] = 1;
        if (n > 3)
            goto outside; // ERROR "'goto outside' jumps out of or into the 'target' region"
        if (n > 4)
            return 2; // ERROR "'return' leaves the 'target' region"
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            if (a[i] > 3)
                break; // ERROR "'break' leaves the 'parallel for' region"
    }
outside:
    while (n-- > 0) {
#pragma omp target data map(tofrom: a[0:n])
        {
            if (n == 3)
                break; // ERROR "'break' leaves the 'target data' region"
            if (n == 4)
                return 1; // ERROR "'return' leaves the 'target data' region"
            if (n == 5)
                goto done; // ERROR "'goto done' leaves the 'target data' region"
            for (int k = 0; k < n; k++)
                if (k == 3)
                    break;
        }
    }
done:
    if (n)
#pragma omp target update to(a[0:n]) // ERROR "cannot be the statement of an 'if' or a loop"
    return 0;
    return 0;
}

#pragma omp declare target
int g(int n)
{
    if (n == 1)
        goto in; // ERROR "jumps into an OpenMP region"
#pragma omp parallel
    {
    in:
        if (n == 3)
            return 4; // ERROR "'return' leaves the 'parallel' region"
    }
    return n;
}
#pragma omp end declare target
