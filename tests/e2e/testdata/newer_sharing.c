// default(firstprivate) and default(private) of OpenMP 5.1, in_reduction on target, the
// dependences of 5.0, and directives that leave what runs as it is.
// FLAGS: -Wno-unknown-pragmas
#include <omp.h>
#include <stdio.h>

#define N 100

int main(void)
{
    int c[N] = {0}, list[4] = {1, 2, 3, 4}, bins[4] = {0}, n = N, x = 7, sum = 0;
    const int three = 3;
#pragma omp target parallel default(firstprivate) shared(c) num_threads(2)
    {
        x = n + omp_get_thread_num();
        list[0] += x;
        c[omp_get_thread_num()] = list[0] * (omp_get_num_threads() == 2) + three;
    }
    printf("%d %d %d %d\n", c[0], list[0], x, n);
#pragma omp target teams distribute parallel for default(private) shared(c, n)
    for (int i = 0; i < n; i++) {
        x = i;
        c[i] += x + three;
    }
#pragma omp target map(tofrom: c, x)
#pragma omp parallel for default(firstprivate) shared(c) reduction(+: sum)
    for (int i = 0; i < n; i++) {
        int t = x + i;
        c[i] += t;
        sum += t;
    }
#pragma omp target parallel num_threads(2) map(tofrom: c, x)
#pragma omp single
    {
#pragma omp task default(firstprivate) shared(c)
        {
            x++;
            c[0] += x;
        }
#pragma omp taskwait depend(in: c)
        c[1] += x;
    }
    for (int few = 0; few < 2; few++) {
#pragma omp target teams distribute parallel for default(firstprivate) shared(c) if(few) proc_bind(primary)
        for (int i = 0; i < n; i++)
            c[i] += x;
    }
    printf("%d %d %d %d\n", c[0], c[1], c[N - 1], x);

#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum, bins)
    for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+: sum)
        sum += 3;
#pragma omp target teams distribute parallel for in_reduction(+: sum, bins) reduction(+: sum)
        for (int j = 0; j < N; j++) {
            sum += j;
#pragma omp atomic
            bins[j % 4] += j;
        }
#pragma omp target in_reduction(+: sum) nowait
        sum += 4;
    }
    printf("%d %d %d %d %d\n", sum, bins[0], bins[1], bins[2], bins[3]);

    omp_depend_t object;
    int *at = c;
#pragma omp depobj(object) depend(inout: c)
#pragma omp target depend(depobj: object) depend(iterator(i = 0:4), out: list[i]) depend(in: *at) map(tofrom: c) nowait
    c[0] = 1;
#pragma omp depobj(object) destroy
#pragma omp target parallel map(tofrom: c) depend(mutexinoutset: c)
#pragma omp single
    {
#pragma omp task depend(iterator(int i = 0:n), out: c[i]) depend(mutexinoutset: n)
        c[1] = c[0] + 1;
#pragma omp taskwait depend(in: c)
        c[2] = c[1] + 1;
    }
#pragma omp target map(tofrom: c)
    {
#pragma omp assume holds(n > 0)
        {
            c[3] = 5;
        }
#pragma omp unroll partial(4)
        for (int i = 4; i < n; i++)
            c[i] = i;
#pragma omp tile sizes(4)
        for (int i = 4; i < n; i++)
            c[i] += i;
    }
    printf("%d %d %d %d\n", c[1], c[2], c[3], c[N - 1]);
    return 0;
}
