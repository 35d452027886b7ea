// Calls in the clauses of combined target constructs: the host's for target and teams, device functions for what is inside.
#include <stdio.h>
#include <stdlib.h>

static int id(int n) { return n; }

static int worth(void) { return getenv("OMP2CL_NO_SUCH_VARIABLE") == NULL; }

int main(void)
{
    static int a[400], sum;
#pragma omp target teams distribute parallel for if(worth()) num_teams(atoi("2")) thread_limit(id(4)) map(from: a[:id(400)])
    for (int i = 0; i < 400; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for if(target: getenv("PATH") != NULL) if(parallel: id(1)) num_threads(id(3)) \
    dist_schedule(static, id(8)) schedule(static, id(2)) map(tofrom: a, sum) reduction(+: sum)
    for (int i = 0; i < 400; i++)
        sum += a[i] *= 2;
    printf("%d\n", sum);
#pragma omp target parallel for simd schedule(dynamic, id(3)) if(sum > id(5)) map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < 400; i++)
        sum -= a[i];
    printf("%d %d\n", sum, a[399]);
    return 0;
}
