// The modifier present of OpenMP 5.1, where everything is.
// HOST-DIFFERS: gcc 12 does not take it
// EXPECT: 6 10 9 3
#include <stdio.h>

struct pair {
    int a, b, *p;
};

int main(void)
{
    int a[10], c[10] = {0}, x = 7, data[4] = {1, 2, 3, 4};
    struct pair s = {1, 2, data};
    for (int i = 0; i < 10; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a, c, s, x, s.p[0:4])
    {
#pragma omp target map(present, tofrom: a) map(present: c) map(always, present, to: x) map(present, to: s.b, s.p[1:2])
        c[1] = 4 + s.b;
#pragma omp target defaultmap(present)
        c[0] = a[3] + x;
#pragma omp target update from(present: c[0:2])
#pragma omp target enter data map(present, to: a)
#pragma omp target exit data map(present, from: a)
#pragma omp target data map(present, alloc: c) if(x > 0)
#pragma omp target defaultmap(present: aggregate) map(present, tofrom: s.p[1:2])
        {
            c[3] = 3;
            s.p[2] = 9;
        }
    }
    printf("%d %d %d %d\n", c[1], c[0], data[2], c[3]);
    return 0;
}
