// Teams of 1024 threads with arrays of 12 KB each, also across barriers, and what the
// program's own threads get for a stack.
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static size_t usual_stack(void)
{
    pthread_attr_t attr;
    size_t size = 0;
    if (pthread_getattr_default_np(&attr) == 0)
        pthread_attr_getstacksize(&attr, &size);
    return size;
}

int main(void)
{
    enum { N = 4096, LONG = 1500 };
    static int out[N];
    size_t before = usual_stack();
#pragma omp target parallel num_threads(1024) map(from: out)
    {
        int first = omp_get_thread_num(), step = omp_get_num_threads();
        for (int j = first; j < N; j += step) {
            double a[LONG], s = 0;
            for (int k = 0; k < LONG; k++)
                a[k] = k * j % 11;
            for (int k = 0; k < LONG; k += 3)
                s += a[k];
            out[j] = (int)s;
        }
    }
#pragma omp target teams num_teams(2) thread_limit(1024) map(tofrom: out)
    {
        int team = omp_get_team_num(), teams = omp_get_num_teams();
#pragma omp parallel num_threads(1024)
        {
            int thread = omp_get_thread_num(), threads = omp_get_num_threads();
            double kept[LONG];
            for (int k = 0; k < LONG; k++)
                kept[k] = k + thread;
#pragma omp barrier
            for (int j = team * threads + thread; j < N; j += teams * threads)
                out[j] += (int)kept[j % LONG] - thread;
#pragma omp barrier
            if (kept[thread % LONG] < 0)
                out[0] = 0;
        }
    }
    long sum = 0;
    for (int j = 0; j < N; j++)
        sum = sum * 31 % 1000003 + out[j];
    printf("%ld %s\n", sum, usual_stack() == before ? "usual" : "changed");
    return 0;
}
