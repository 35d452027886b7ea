// Calls in device code of functions with variants (OpenMP 5.0): the constructs around the call,
// the implementation and conditions choose.
#include <stdio.h>

static int in_target(const int *a) { return *a + 100; }
static int in_parallel(const int *a) { return *a + 200; }
static int in_teams_parallel(const int *a) { return *a + 300; }
static int other(const int *a) { return *a + 400; }
int never(const int *a) { return *a; }

#pragma omp declare variant(in_target) match(construct = {target})
static int by_target(const int *a) { return *a + 1; }

#pragma omp declare variant(in_parallel) match(construct={parallel})
static int by_parallel(const int *a) { return *a + 2; }

#pragma omp declare variant(in_teams_parallel) match(construct={teams, parallel})
static int by_teams(const int *a) { return *a + 3; }

#pragma omp declare variant(never) match(user={condition(0)})
#pragma omp declare variant(other) match(user={condition(1)})
static int by_condition(const int *a);
static int by_condition(const int *a) { return *a + 4; }

#pragma omp declare variant(never) match(implementation={vendor(llvm)})
#pragma omp declare variant(other) match(implementation={vendor(gnu)})
static int by_vendor(const int *a) { return *a + 5; }

#pragma omp declare variant(other) match(user={condition(score(9): 1)})
#pragma omp declare variant(never) match(user={condition(score(3): 1)})
static int by_score(const int *a) { return *a + 6; }

static int called(const int *a) { return by_condition(a) + by_teams(a); }

int main(void)
{
    int zero = 0, got[20] = {0};
    got[0] = by_target(&zero) + by_parallel(&zero) + by_teams(&zero) + by_condition(&zero) + by_vendor(&zero);
#pragma omp target map(tofrom: got)
    {
        got[1] = by_target(&zero);
        got[2] = by_parallel(&zero);
        got[3] = by_teams(&zero);
        got[4] = by_condition(&zero);
        got[5] = by_vendor(&zero);
        got[6] = by_score(&zero);
        got[8] = called(&zero);
    }
#pragma omp target parallel num_threads(1) map(tofrom: got)
    {
        got[9] = by_target(&zero);
        got[10] = by_parallel(&zero);
        got[11] = by_teams(&zero);
    }
#pragma omp target map(tofrom: got)
#pragma omp teams num_teams(1)
    {
        got[12] = by_teams(&zero);
#pragma omp parallel num_threads(1)
        got[13] = by_teams(&zero);
    }
#pragma omp target teams distribute parallel for map(tofrom: got)
    for (int i = 14; i < 15; i++)
        got[i] = by_teams(&zero);
    for (int i = 0; i < 15; i++)
        printf("%d ", got[i]);
    printf("\n");
    return 0;
}
