// Sections in use_device_addr and has_device_addr: those of pointers concern the pointers' values.
// HOST-DIFFERS: gcc 12 takes no sections there
// EXPECT: 15 1 107 61 2 2 67
#include <stdio.h>

static void add_one(int *q, int n)
{
#pragma omp target teams distribute parallel for is_device_ptr(q)
    for (int i = 0; i < n; i++)
        q[i]++;
}

int main(void)
{
    static int data[100];
    int a[100], *p = data;
    for (int i = 0; i < 100; i++) {
        a[i] = 3 * i;
        p[i] = 2 * i;
    }
#pragma omp target data map(tofrom: p[5:50], a[20:30]) use_device_addr(p[5:50], a[20:30])
    {
        add_one(p + 5, 49);
        add_one(&a[20], 30);
#pragma omp target has_device_addr(p[5:50], a[20:30])
        {
            p[6] = 1;
            a[21] = 2;
        }
#pragma omp target has_device_addr(a[22])
        a[22] = 2;
    }
    printf("%d %d %d %d %d %d %d\n", p[7], p[6], p[53], a[20], a[21], a[22], p[33]);
    return 0;
}
