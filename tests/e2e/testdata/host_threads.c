// pthreads that offload at once, each with its own data.
// FLAGS: -pthread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job { int id; long result; };

static void *work(void *arg)
{
    struct job *job = arg;
    int n = 100 + job->id * 13, id = job->id;
    int *v = malloc(n * sizeof *v);
    long sum = 0;
#pragma omp target data map(from: v[0:n])
    for (int round = 0; round < 10; round++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            v[i] = i * id + round;
    }
#pragma omp target teams distribute parallel for map(to: v[0:n]) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += v[i];
    job->result = sum;
    free(v);
    return NULL;
}

int main(void)
{
    pthread_t t[8];
    struct job jobs[8];
    for (int i = 0; i < 8; i++) {
        jobs[i].id = i;
        pthread_create(&t[i], NULL, work, &jobs[i]);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(t[i], NULL);
        printf("%d %ld\n", i, jobs[i].result);
    }
    return 0;
}
