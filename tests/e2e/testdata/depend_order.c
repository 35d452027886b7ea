// depend in, out and inout on target, update, enter and exit data, and a host task.
#include <stdio.h>

int main(void)
{
    static int a[100], b[100];
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp target enter data map(alloc: a, b) depend(out: a) nowait
#pragma omp target teams distribute parallel for map(tofrom: a) depend(inout: a) nowait
        for (int i = 0; i < 100; i++)
            a[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: a, b) depend(in: a) depend(out: b) nowait
        for (int i = 0; i < 100; i++)
            b[i] = a[i] * 2;
#pragma omp target update from(b) depend(inout: b) nowait
#pragma omp task depend(inout: b) shared(total)
        for (int i = 0; i < 100; i++) {
            total += b[i];
            b[i] += 1;
        }
#pragma omp target update to(b) depend(inout: b) nowait
#pragma omp target map(tofrom: b) depend(inout: b) nowait
        b[99] *= 2;
#pragma omp target exit data map(from: a, b) depend(inout: a, b) nowait
#pragma omp taskwait
    }
    printf("%d %d %d %d\n", total, a[99], b[0], b[99]);
    return 0;
}
