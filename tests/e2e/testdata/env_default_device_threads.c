// Each thread has a default device of its own, which the tasks that it creates inherit.
// LINK: -lpthread
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static int initial, wrong[8];

static void *of_thread(void *argument)
{
    int own = *(int *)argument, before = omp_get_default_device() != initial;
    omp_set_default_device(own);
    for (int k = 0; k < 1000; k++)
        before += omp_get_default_device() != own;
    wrong[own] = before;
    return NULL;
}

static void of_tasks(void)
{
    int inherited = 0, changed = 0, tasks = 0;
    omp_set_default_device(5);
#pragma omp parallel num_threads(4) reduction(+ : inherited, changed, tasks)
    {
        inherited += omp_get_default_device();
        omp_set_default_device(10 + omp_get_thread_num());
#pragma omp barrier
        changed += omp_get_default_device() - 10 - omp_get_thread_num();
        int of_task = 0;
#pragma omp task shared(of_task)
        {
            of_task = omp_get_default_device();
            omp_set_default_device(77);
        }
#pragma omp taskwait
        tasks += of_task - 10 < 4 && of_task >= 10;
        changed += omp_get_default_device() - 10 - omp_get_thread_num();
    }
    printf("inherited %d, changed %d, tasks %d, after %d\n", inherited, changed, tasks, omp_get_default_device());
}

int main(void)
{
    pthread_t thread[8];
    int own[8], sum = 0, x = 1;
    initial = omp_get_default_device();
    for (int round = 0; round < 10; round++) {
        for (int k = 0; k < 8; k++) {
            own[k] = k;
            pthread_create(&thread[k], NULL, of_thread, &own[k]);
        }
        for (int k = 0; k < 8; k++) {
            pthread_join(thread[k], NULL);
            sum += wrong[k];
        }
    }
    printf("threads %d, main %d\n", sum, omp_get_default_device() != initial);
    of_tasks();
    omp_set_default_device(initial);
#pragma omp target map(tofrom: x)
    x++;
    printf("%d\n", x);
    return 0;
}
