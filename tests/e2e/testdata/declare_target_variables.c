// Declare target variables: initialized, static, written by regions and
// functions, moved by target update.
#include <stdio.h>

#pragma omp declare target
int count = 10;
static double table[6] = {1.5, 2.5, 3.5};
static const int primes[] = {2, 3, 5, 7, 11};
struct { int hits; float w; } stat = {1, 0.5f};

static void bump(int by)
{
    count += by;
    table[count % 6] += primes[by];
    stat.hits++;
}
#pragma omp end declare target

int main(void)
{
#pragma omp target
    {
        bump(1);
        bump(4);
        stat.w *= 3;
    }
#pragma omp target update from(count, table, stat)
    printf("%d %d %g\n", count, stat.hits, stat.w);
    for (int i = 0; i < 6; i++)
        printf("%g ", table[i]);
    count = 100;
    table[4] = -1;
#pragma omp target update to(count) to(table[4:1])
#pragma omp target
    bump(0);
#pragma omp target update from(count, table[3:3])
    printf("\n%d %g %g\n", count, table[4], table[5]);
    return 0;
}
