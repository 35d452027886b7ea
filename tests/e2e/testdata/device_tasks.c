// Tasks in device code: created in parallel and in team code, their own copies of
// variables, groups and loops of tasks; cancel without effect.
#include <stdio.h>

#define N 100

int main(void)
{
    int a[N], sum = 0, q = 3, last = -1, mapped = 2;

#pragma omp target map(tofrom: a, sum, last)
    {
#pragma omp parallel
        {
#pragma omp single
            for (int i = 0; i < N; i++) {
                int own = i;
#pragma omp task depend(out: a[i]) firstprivate(i) shared(a) untied priority(2) if (i > 3) mergeable
                {
                    a[i] = i * 2 + own;
                    own = 77;
                }
                if (own != i)
                    a[i] = -1;
#pragma omp task depend(in: a[i]) depend(out: sum)
                {
#pragma omp atomic
                    sum += a[i];
                }
#pragma omp taskyield
            }
#pragma omp for
            for (int i = 0; i < N; i++) {
                a[i] = i;
#pragma omp cancellation point for
#pragma omp cancel for if (i > 1000)
            }
#pragma omp master
            {
                int t = 5;
#pragma omp taskloop grainsize(1) firstprivate(t) lastprivate(last) private(q) collapse(2)
                for (int i = 0; i < 10; i++)
                    for (int j = 0; j < 10; j++) {
                        q = i;
                        a[i * 10 + j] += t + q;
                        t = 0;
                        last = i * 10 + j;
                    }
            }
        }
#pragma omp taskwait
#pragma omp taskgroup
        {
#pragma omp task shared(sum)
            {
#pragma omp parallel for reduction(+: sum)
                for (int i = 0; i < N; i++)
                    sum += i;
            }
        }
    }
    printf("%d %d %d %d %d\n", sum, a[3], a[99], last, q);

    int x = 1;
#pragma omp target map(tofrom: mapped)
    {
#pragma omp task
        {
            x = 5; // of the task: no parallel region makes them shared
            mapped = x;
        }
#pragma omp task default(shared)
        {
            x++;
            mapped += x;
        }
#pragma omp taskwait
        mapped += x * 100;
    }
    printf("%d %d\n", mapped, x);
    return 0;
}
