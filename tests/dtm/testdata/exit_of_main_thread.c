// LINK: -lpthread
// main ends by pthread_exit; another thread prints the results and the program ends with its exit.
#include "torture.h"
#include <pthread.h>

enum { N = 300000 };
static int *heap;
static pthread_t main_thread;

static void prints(void) { printf("at exit %ld\n", host_wrong(heap, N, 2)); }

static void *other(void *argument)
{
    pthread_join(main_thread, NULL);
    check("left by main", host_wrong(heap, N, 1), 0);
    dev_fill(heap, N, 2);
    exit(status());
    return argument;
}

int main(void)
{
    pthread_t thread;
    must(heap = malloc(N * sizeof *heap));
    must(atexit(prints) == 0);
    main_thread = pthread_self();
    dev_fill(heap, N, 1);
    must(pthread_create(&thread, NULL, other, NULL) == 0);
    pthread_exit(NULL);
}
