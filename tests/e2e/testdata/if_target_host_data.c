// A region that runs on the host by if(0) works on the host's data while the
// same data is present; the updates around it keep both in step.
#include <stdio.h>

int main(void)
{
    int a[20], on = 0;
    for (int i = 0; i < 20; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 20; i++)
            a[i] += 100;
#pragma omp target update from(a)
#pragma omp target teams distribute parallel for if(on)
        for (int i = 0; i < 20; i++)
            a[i] *= 2;
#pragma omp target update to(a)
#pragma omp target teams distribute parallel for if(!on)
        for (int i = 0; i < 20; i++)
            a[i] += 1;
    }
    for (int i = 0; i < 20; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
