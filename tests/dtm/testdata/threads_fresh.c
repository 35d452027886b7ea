// LINK: -lpthread
// LIMIT: 100
// Eight threads whose transfers meet pages that were never there, are away or are protected, while others fetch.
#define _GNU_SOURCE
#include "torture.h"
#include <omp.h>
#include <pthread.h>
#include <sys/mman.h>

enum { THREADS = 8, ROUNDS = 60, LEAST = 1024, MOST = 60000, SMALL = 15000 };

static int *block(long n)
{
    int *p = malloc((size_t)n * sizeof *p);
    must(p);
    return p;
}

/* Sent before the host has touched it. */
static void zeros(dice *d, long n)
{
    size_t bytes = (size_t)n * sizeof(int);
    int mapped = (int)below(d, 2);
    int *p = mapped ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : calloc((size_t)n, sizeof *p);
    must(p && p != MAP_FAILED);
    quiet_check("zeros", dev_sum(p, n), 0);
    dev_add(p, n, 3);
    quiet_check("sum", host_sum(p, n), 3 * n);
    if (mapped)
        munmap(p, bytes);
    else
        free(p);
}

/* Copied back before the host has touched it, by an update or always. */
static void at_once(dice *d, long n, int seed)
{
    int *p = block(n);
    if (below(d, 2)) {
#pragma omp target teams distribute parallel for map(always, from: p[0:n])
        for (long i = 0; i < n; i++)
            p[i] = VALUE(seed, i);
        quiet_check("always", host_wrong(p, n, seed), 0);
        free(p);
        return;
    }
#pragma omp target data map(alloc: p[0:n])
    {
        dev_fill(p, n, seed);
#pragma omp target update from(p[0:n])
        quiet_check("updated", host_wrong(p, n, seed), 0);
    }
    free(p);
}

/* What the host reads as a whole each time comes at once later on. */
static void wanted(long n, int seed)
{
    int *p = block(n);
    for (int k = 0; k < 3; k++) {
        dev_fill(p, n, seed + k);
        quiet_check("wanted", host_wrong(p, n, seed + k), 0);
    }
    free(p);
}

/* omp_target_memcpy from what is away, to what is away or was never there. */
static void copies(dice *d, long n, int seed)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof(int);
    int *from = block(n), *to = block(n), *between = omp_target_alloc(bytes, device);
    must(between);
    dev_fill(from, n, seed);
    must(omp_target_memcpy(between, from, bytes, 0, 0, device, host) == 0);
    if (below(d, 2))
        dev_fill(to, n, seed + 1);
    must(omp_target_memcpy(to, between, bytes, 0, 0, host, device) == 0);
    quiet_check("copied", host_wrong(to, n, seed), 0);
    quiet_check("copied, on the device", dev_wrong(to, n, seed), 0);
    must(omp_target_memcpy(to, between, bytes / 2, 0, 0, host, device) == 0);
    quiet_check("copied again", dev_wrong(to, n, seed), 0);
    omp_target_free(between, device);
    free(from);
    free(to);
}

static void *worker(void *argument)
{
    dice d = {(uint64_t)(intptr_t)argument + 1};
    for (int k = 0; k < ROUNDS; k++) {
        long n = LEAST + below(&d, MOST);
        int seed = (int)roll(&d) & 0xffff;
        switch (below(&d, 5)) {
        case 0: zeros(&d, n); break;
        case 1: at_once(&d, n, seed); break;
        case 2: at_once(&d, LEAST + n % SMALL, seed); break;
        case 3: wanted(n, seed); break;
        case 4: copies(&d, n, seed); break;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    for (intptr_t k = 0; k < THREADS; k++)
        must(pthread_create(&thread[k], NULL, worker, (void *)k) == 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    puts("fresh");
    return status();
}
