// Directives, clauses and routines of OpenMP 5.0 and 5.1 that gcc 12 takes and that say
// what those of 4.5 can say.
#include <omp.h>
#include <stdio.h>

#define N 40

int main(void)
{
    int a[N] = {0}, ran[4] = {0}, sum = 0, tasks = 0, few = 0, device = -5, three = 3;
#pragma omp target parallel map(tofrom: a) // the next pragma is the first of the region
#pragma omp master taskloop
    for (int i = 0; i < N; i++)
        a[i]++;
#pragma omp target map(tofrom: a)
#pragma omp parallel masked
    a[0] += 10;
#pragma omp target map(tofrom: a)
#pragma omp parallel masked taskloop simd grainsize(strict: 3) filter(0)
    for (int i = 0; i < N; i++)
        a[i] += 2;
#pragma omp target map(tofrom: a, sum)
    {
#pragma omp parallel master taskloop num_tasks(three) reduction(+: sum) num_threads(2) collapse(2)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 10; j++)
                sum += a[i * 10 + j] += 4;
    }
#pragma omp target parallel num_threads(3) map(tofrom: ran)
    {
#pragma omp masked
        ran[0]++;
#pragma omp masked filter(omp_get_num_threads() - 1)
        ran[1] += omp_get_thread_num() + 1 == omp_get_num_threads();
#pragma omp nothing
#pragma omp masked filter(omp_get_num_threads())
        ran[2]++;
    }
#pragma omp target map(tofrom: ran)
    {
#pragma omp masked filter(1)
        ran[3] += 100;
#pragma omp masked filter(0)
        ran[3]++;
    }
#pragma omp target parallel reduction(task, +: tasks) map(tofrom: tasks)
    {
#pragma omp single
        for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+: tasks)
            tasks += i;
        }
#pragma omp single
#pragma omp taskgroup task_reduction(+: tasks)
        {
#pragma omp taskloop in_reduction(+: tasks)
            for (int i = 0; i < 10; i++)
                tasks += 100;
        }
#pragma omp single
#pragma omp taskloop reduction(+: tasks)
        for (int i = 0; i < 10; i++)
            tasks += 1000;
    }
#pragma omp target thread_limit(three) map(tofrom: few)
#pragma omp parallel
#pragma omp single
    few += omp_get_num_threads() <= 3;
#pragma omp target teams num_teams(1 : three) thread_limit(2) map(tofrom: few) private(ran) allocate(omp_default_mem_alloc: ran)
    {
        ran[0] = omp_get_num_teams();
        if (omp_get_team_num() == 0)
            few += ran[0] <= 3;
    }
#pragma omp target teams distribute parallel for order(reproducible: concurrent) device(device_num: three - 3)
    for (int i = 0; i < N; i++)
        a[i] += 100;
#pragma omp target map(from: device)
    device = omp_get_device_num();
    int r[8] = {0}, shared = 0, threads = 0;
#pragma omp target parallel num_threads(4) map(tofrom: r, sum, few, shared, threads)
    {
        int mine = -1;
#pragma omp scope private(few) reduction(+: sum)
        {
            few = omp_get_thread_num();
            r[few] = few + 1 == omp_get_num_threads() ? 1 : 0;
            sum += few < 1;
            mine = few;
        }
        if (mine != omp_get_thread_num())
            r[7]++;
#pragma omp scope nowait
        {
#pragma omp atomic
            shared += 100;
        }
#pragma omp barrier
#pragma omp scope
        {
#pragma omp critical
            shared++;
        }
#pragma omp single
        threads = shared == 101 * omp_get_num_threads();
    }
#pragma omp target map(tofrom: sum)
#pragma omp scope reduction(+: sum)
    sum += 5;
    for (int i = 0; i < N; i++)
        sum += a[i] * i;
    printf("%d %d %d\n", r[0] + r[1] + r[2] + r[3], r[7], threads);
    printf("%d %d %d %d\n", a[0], sum, tasks, few);
    printf("%d %d %d %d\n", ran[0], ran[1], ran[2], ran[3]);
    printf("%d\n", device == omp_get_default_device() || device == omp_get_initial_device());
    return 0;
}
