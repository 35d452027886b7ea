// declare target globals beside mapped arrays: update in both directions, device functions that change them.
#include "torture.h"

enum { N = 50000 };
#pragma omp declare target
int table[N];
int counter;
static void bump(int i) { table[i] = (int)((unsigned)table[i] + 1u); }
#pragma omp end declare target

int main(void)
{
    int *p = malloc(N * sizeof *p);
    must(p);
    for (int round = 0; round < 5; round++) {
        dev_fill(p, N, round);
        memcpy(table, p, N * sizeof *p);
#pragma omp target update to(table)
#pragma omp target teams distribute parallel for map(from: p[0:N])
        for (int i = 0; i < N; i++) {
            bump(i);
            p[i] = table[i];
        }
        quiet_check("copied", host_wrong_plus(p, N, round, 1), 0);
        table[3] = 5;
#pragma omp target update to(table[3:1])
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            bump(i);
#pragma omp target update from(table)
        quiet_check("element", table[3], 6);
        quiet_check("others", host_wrong_plus(table, N, round, 2), 1);
#pragma omp target teams distribute parallel for map(always, tofrom: table)
        for (int i = 0; i < N; i++)
            bump(i);
        quiet_check("always", table[3], 7);
        counter = round;
#pragma omp target update to(counter)
#pragma omp target
        counter *= 2;
#pragma omp target update from(counter)
        check("counter", counter, round * 2);
    }
    return status();
}
