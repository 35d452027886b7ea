// if on enter and exit data, on update, on data; the same condition on all.
#include <stdio.h>

static int run(int offload)
{
    int a[12], s = 0;
    for (int i = 0; i < 12; i++)
        a[i] = i;
#pragma omp target enter data map(to: a) if(offload)
#pragma omp target teams distribute parallel for if(offload) map(tofrom: a)
    for (int i = 0; i < 12; i++)
        a[i] += 5;
#pragma omp target update from(a) if(offload)
    for (int i = 0; i < 12; i++)
        s += a[i];
#pragma omp target update to(a) if(target update: offload)
#pragma omp target if(target: offload) map(tofrom: a) map(tofrom: s)
    s += a[11];
#pragma omp target exit data map(from: a) if(target exit data: offload)
    return s;
}

int main(void)
{
    printf("%d %d\n", run(0), run(1));
    return 0;
}
