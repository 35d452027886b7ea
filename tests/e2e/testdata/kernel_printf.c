// printf from one thread, in order, between the host's own output.
#include <stdio.h>

int main(void)
{
    int n = 3;
    double d = 2.5;
    printf("before\n");
#pragma omp target
    {
        for (int i = 0; i < n; i++)
            printf("i=%d %5d|%-5d|%05d %x\n", i, i * 10, i, i, i + 250);
        printf("%s %c %%\n", "text", 'x');
        printf("%g %f %.2e %8.3f\n", d, d * 2, d * 1000, -d);
    }
    printf("between\n");
#pragma omp target teams num_teams(1) thread_limit(1)
    printf("plain text only\n");
    printf("after\n");
    return 0;
}
