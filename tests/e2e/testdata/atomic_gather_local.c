// What teams gather in local memory, few enough iterations for a simulator that looks
// for races.
#include <stdio.h>

#define N 4096

static unsigned key[N];

int main(void)
{
    unsigned h[32] = {0}, eighths[8] = {0};
    int total = 0, some = 0;
    for (int i = 0; i < N; i++)
        key[i] = (unsigned)i * 2654435761u >> 7;
#pragma omp target teams distribute parallel for map(tofrom: h, total, some) map(to: key) num_teams(3) thread_limit(16)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        h[key[i] % 32]++;
#pragma omp atomic
        total += i % 5;
        if (i % 3) {
#pragma omp atomic
            some += 1;
        }
    }
#pragma omp target map(tofrom: h, eighths) map(to: key)
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            h[key[i] % 32] += 2;
        }
#pragma omp for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            eighths[i % 8] += 5;
        }
    }
    for (int i = 0; i < 32; i++)
        printf("%u ", h[i]);
    printf("%d %d %u\n", total, some, eighths[3]);
    return 0;
}
