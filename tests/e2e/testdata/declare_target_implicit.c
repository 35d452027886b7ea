// A function that a region calls without declare target.
#include <stdio.h>

static int helper2(int x) { return x * 3; }
static int helper(int x) { return helper2(x) - 1; }
int outer(int x) { return helper(x) + helper2(x); }

int main(void)
{
    int a[5];
#pragma omp target map(from: a)
    for (int i = 0; i < 5; i++)
        a[i] = outer(i);
    for (int i = 0; i < 5; i++)
        printf("%d %d\n", a[i], outer(i));
    return 0;
}
