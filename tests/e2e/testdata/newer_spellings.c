// Names, modifiers and clauses of OpenMP 5.0 that are short for, or hints to, what 4.5 has.
#include <stdio.h>

#pragma omp requires dynamic_allocators

#define N 300

int main(void)
{
    double a[N], b[N];
    int count = 0, sum = 0;
#pragma omp target teams loop collapse(1) order(concurrent) map(close, from: a)
    for (int i = 0; i < N; i++)
        a[i] = i * 0.5;
#pragma omp target parallel loop bind(parallel) map(to: a) map(always, close, from: b)
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
#pragma omp target teams map(tofrom: b)
#pragma omp loop bind(teams)
    for (int i = 0; i < N; i++) {
#pragma omp loop bind(thread)
        for (int j = 0; j < 3; j++)
            b[i] += j;
    }
#pragma omp target teams map(tofrom: b)
    {
#pragma omp loop
        for (int i = 0; i < N; i++)
            b[i] -= 0.25;
    }
#pragma omp target teams num_teams(1) map(tofrom: b)
    {
#pragma omp parallel loop
        for (int i = 0; i < N; i++)
            b[i] += 0.5;
    }
#pragma omp target parallel for simd if(simd: 0) nontemporal(a) reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < N; i++)
        sum += (int)a[i];
#pragma omp target parallel for num_threads(8) map(tofrom: count)
    for (int i = 0; i < N; i++) {
#pragma omp atomic relaxed hint(0)
        count++;
#pragma omp atomic update acq_rel
        count += 2;
#pragma omp flush acq_rel
    }
    double total = 0;
    for (int i = 0; i < N; i++)
        total += b[i];
    printf("%g %d %d\n", total, sum, count);
    return 0;
}
