#define _GNU_SOURCE
#include "copiers.h"
#include "guard.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

enum { DEFAULT_MOST = 8, MOST = 64, STACK = 256 << 10 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;  /* there are pieces to take */
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER; /* a batch is done */
static struct ocl_batch *first; /* batches with pieces to take, oldest first */
static unsigned idle;           /* threads that wait for work */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned asked, threads;

/* The place n bytes further on. */
static struct ocl_place advance(const struct ocl_range *ranges, struct ocl_place at, uint64_t n) {
    while (n > 0) {
        uint64_t left = ranges[at.range].size - at.in;
        if (n < left) {
            at.in += n;
            return at;
        }
        n -= left;
        at.range++;
        at.in = 0;
    }
    return at;
}

struct ocl_place ocl_batch_fill(struct ocl_batch *b, struct ocl_place from, char *slot, size_t n,
                                size_t grain) {
    b->npieces = b->taken = 0;
    atomic_store_explicit(&b->done, 0, memory_order_relaxed);
    b->next = NULL;
    if (grain < (n + OCL_PIECES - 2) / (OCL_PIECES - 1))
        grain = (n + OCL_PIECES - 2) / (OCL_PIECES - 1);
    /* Pieces end at multiples of the grain in the host's memory, so that two threads
     * do not take the first fault of one (huge) page. */
    const struct ocl_range *r = &b->ranges[from.range];
    size_t odd = (r->host + from.in) % grain;
    size_t size = r->size - from.in >= n && odd != 0 ? grain - odd : grain;
    for (size_t used = 0; used < n; used += size, size = grain) {
        if (size > n - used)
            size = n - used;
        b->pieces[b->npieces++] = (struct ocl_piece){from, slot + used, size};
        from = advance(b->ranges, from, size);
    }
    return from;
}

static void copy(const struct ocl_batch *b, const struct ocl_piece *p) {
    const struct ocl_range *r = &b->ranges[p->at.range];
    uint64_t in = p->at.in;
    for (size_t used = 0; used < p->n; r++, in = 0) {
        size_t n = p->n - used < r->size - in ? p->n - used : r->size - in;
        void *host = (void *)(r->host + in);
        if (b->to_host)
            memcpy(host, p->slot + used, n);
        else
            memcpy(p->slot + used, host, n);
        used += n;
    }
}

/* Takes a batch out of the list, where it may be. */
static void unlink_batch(struct ocl_batch *b) {
    for (struct ocl_batch **p = &first; *p != NULL; p = &(*p)->next)
        if (*p == b) {
            *p = b->next;
            return;
        }
}

/* The next piece of a batch that has one, under the lock. */
static const struct ocl_piece *take(struct ocl_batch *b) {
    const struct ocl_piece *p = &b->pieces[b->taken++];
    if (b->taken == b->npieces)
        unlink_batch(b);
    return p;
}

/* Notes that a piece is copied, under the lock. The batch may be gone afterwards. */
static void count(struct ocl_batch *b) {
    unsigned last = b->npieces - 1;
    if (atomic_fetch_add_explicit(&b->done, 1, memory_order_release) == last)
        pthread_cond_broadcast(&ready);
}

static void *copier(void *unused) {
    pthread_setname_np(pthread_self(), "omp2cl-copy"); /* another's goes through /proc: slow */
    pthread_mutex_lock(&lock);
    for (;;) {
        while (first == NULL) {
            idle++;
            pthread_cond_wait(&work, &lock);
            idle--;
        }
        struct ocl_batch *b = first;
        const struct ocl_piece *p = take(b);
        pthread_mutex_unlock(&lock);
        copy(b, p);
        pthread_mutex_lock(&lock);
        count(b);
    }
    return unused;
}

static unsigned allowed_cpus(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n < DEFAULT_MOST ? (unsigned)n : DEFAULT_MOST;
}

static void start(void) {
    unsigned wanted = asked ? asked : allowed_cpus();
    if (wanted > MOST)
        wanted = MOST;
    sigset_t old;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        threads = 1;
        return;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK);
    ocl_block_signals(&old); /* the program's own threads shall get them */
    for (threads = 1; threads < wanted; threads++) {
        pthread_t t;
        if (pthread_create(&t, &attributes, copier, NULL) != 0)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
}

unsigned ocl_copiers(unsigned wanted) {
    static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&asking);
    asked = wanted;
    pthread_once(&once, start);
    pthread_mutex_unlock(&asking);
    return threads;
}

void ocl_copy_start(struct ocl_batch *b) {
    if (threads < 2)
        return;
    pthread_mutex_lock(&lock);
    struct ocl_batch **end = &first;
    while (*end != NULL)
        end = &(*end)->next;
    *end = b;
    if (idle > 0 && b->npieces == 1)
        pthread_cond_signal(&work);
    else if (idle > 0)
        pthread_cond_broadcast(&work);
    pthread_mutex_unlock(&lock);
}

int ocl_copy_help(struct ocl_batch *b) {
    pthread_mutex_lock(&lock);
    const struct ocl_piece *p = b->taken < b->npieces ? take(b) : NULL;
    pthread_mutex_unlock(&lock);
    if (p == NULL)
        return 0;
    copy(b, p);
    pthread_mutex_lock(&lock);
    count(b);
    pthread_mutex_unlock(&lock);
    return 1;
}

int ocl_copy_done(const struct ocl_batch *b) {
    return atomic_load_explicit(&b->done, memory_order_acquire) == b->npieces;
}

void ocl_copy_finish(struct ocl_batch *b) {
    while (ocl_copy_help(b))
        ;
    if (ocl_copy_done(b))
        return;
    pthread_mutex_lock(&lock);
    while (!ocl_copy_done(b))
        pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
}
