// One team of one thread: the loops still cover everything.
#include <stdio.h>

int main(void)
{
    int a[77], s = 0, order[20], at = 0;
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1) map(from: a)
    for (int i = 0; i < 77; i++)
        a[i] = i;
#pragma omp target map(tofrom: at) map(from: order)
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 20; i++)
        order[at++] = i;
#pragma omp target teams num_teams(1) map(tofrom: s) thread_limit(1)
    {
        s = 5;
#pragma omp parallel
        {
#pragma omp for reduction(+: s)
            for (int i = 0; i < 77; i++)
                s += a[i];
        }
    }
    printf("%d %d", s, at);
    for (int i = 0; i < 20; i++)
        printf(" %d", order[i]);
    printf("\n");
    return 0;
}
