// __func__, __LINE__, __FILE__, __COUNTER__ and #line around and in the kernel.
#include <stdio.h>

#pragma omp declare target
static int name_length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}
static int here(void) { return name_length(__func__) * 100 + __func__[0]; }
#pragma omp end declare target

int main(void)
{
    int r[5];
#pragma omp target map(from: r)
    {
        r[0] = here();
        r[1] = name_length(__func__);
        r[2] = __LINE__;
        r[3] = name_length(__FILE__) > 0;
#line 1000 "other_name.c"
        r[4] = __LINE__;
    }
    for (int i = 0; i < 5; i++)
        printf("%d ", r[i]);
    printf("%d\n", __LINE__);
    return 0;
}
