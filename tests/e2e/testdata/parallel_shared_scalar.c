// Scalars of the region that all threads share: written by one, read by all,
// also through their address and in functions.
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
static void put(int *where, int v) { *where = v; }
#pragma omp end declare target

int main(void)
{
    int out[24], bad = 0;
#pragma omp target map(from: out) map(tofrom: bad)
    {
        int shared = 1, *p = &shared;
        struct { int a; char c; } both = {1, 'a'};
#pragma omp parallel
        {
#pragma omp single
            {
                put(&shared, 50);
                both.c = 'b';
            }
            if (*p != 50 || both.c != 'b') {
#pragma omp atomic
                bad++;
            }
#pragma omp barrier
#pragma omp master
            *p += 1;
#pragma omp barrier
#pragma omp for
            for (int i = 0; i < 24; i++)
                out[i] = shared * 100 + i + both.a;
        }
        shared++;
        out[0] += *p;
    }
    for (int i = 0; i < 24; i++)
        printf("%d ", out[i]);
    printf("%d\n", bad);
    return 0;
}
