// Assertions that hold, with messages, in functions, in loops.
#include <assert.h>
#include <stdio.h>

#pragma omp declare target
static int checked(int i, int n)
{
    assert(i >= 0 && i < n);
    return i * 2;
}
#pragma omp end declare target

int main(void)
{
    int a[50];
#pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 50; i++) {
        a[i] = checked(i, 50);
        assert(a[i] == 2 * i && "doubled");
        if (i > 48)
            assert(a[i]);
    }
    printf("%d\n", a[49]);
    return 0;
}
