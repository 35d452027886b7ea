// target data if(0) has no effect; its regions map for themselves.
#include <stdio.h>

static int run(int on)
{
    int a[16], s = 0;
    for (int i = 0; i < 16; i++)
        a[i] = i + on;
#pragma omp target data map(to: a) map(tofrom: s) if(on)
    {
#pragma omp target map(to: a) map(tofrom: s)
        for (int i = 0; i < 16; i++)
            s += a[i];
#pragma omp target update from(s) if(on)
        s += 0;
    }
    return s;
}

int main(void)
{
    printf("%d %d\n", run(0), run(1));
    return 0;
}
