/* region.c: the OpenMP side of the measurement, built by omp2cl. */
#include "overhead.h"

void region(int n, float *a, const float *b)
{
#pragma omp target teams distribute parallel for num_teams(GROUPS) thread_limit(LOCAL) \
        map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

/* Nothing between two of these needs what they compute, so the host waits for the last only. */
void row_of_regions(int n, float *a, const float *b, int count)
{
    for (int k = 0; k < count; k++) {
#pragma omp target teams distribute parallel for num_teams(GROUPS) thread_limit(LOCAL) \
        map(tofrom: a[0:n]) map(to: b[0:n])
        for (int i = 0; i < n; i++)
            a[i] = b[i] + 1;
    }
}

void present(int n, float *a, const float *b, void (*measure)(void))
{
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
    measure();
}
