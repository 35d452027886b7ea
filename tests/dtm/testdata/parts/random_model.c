#include "random.h"
#include <omp.h>

int devices;
static int keeps_copies[2]; /* per device: whether it has memory of its own */

void model_devices(int first, int second)
{
    devices = first == second ? 1 : 2;
    omp_set_default_device(second);
    keeps_copies[1] = separate();
    omp_set_default_device(first);
    keeps_copies[0] = separate();
}

static int inside(const environment *e, long lo, long hi) { return e->count > 0 && lo >= e->lo && hi <= e->hi; }

/* A device's view of an array: its own copy, or the host's memory. */
static int *values(array *a, int dev) { return keeps_copies[dev] ? a->on[dev].value : a->value; }
static unsigned char *knowledge(array *a, int dev) { return keeps_copies[dev] ? a->on[dev].known : a->known; }

static void up(array *a, int dev, long lo, long hi)
{
    if (!keeps_copies[dev])
        return;
    memcpy(a->on[dev].value + lo, a->value + lo, (size_t)(hi - lo) * sizeof(int));
    memcpy(a->on[dev].known + lo, a->known + lo, (size_t)(hi - lo));
}

static void down(array *a, int dev, long lo, long hi)
{
    if (!keeps_copies[dev])
        return;
    memcpy(a->value + lo, a->on[dev].value + lo, (size_t)(hi - lo) * sizeof(int));
    memcpy(a->known + lo, a->on[dev].known + lo, (size_t)(hi - lo));
}

/* A section clear of the present one may be mapped for a construct, but one
 * that stays would be a second one, which the model does not keep. */
int model_may_enter(array *a, int dev, long lo, long hi) { return a->on[dev].count == 0 || inside(&a->on[dev], lo, hi); }

/* exit data may not take the last reference away from a data region around it,
 * nor leave a region to be the last where it has only a part. */
int model_may_leave(array *a, int dev)
{
    environment *e = &a->on[dev];
    return e->count > 0 && (e->fixed == 0 || e->count > e->fixed + e->entered);
}

/* model_enter: the construct's map with this type begins. A section clear of
 * the present one lives for the construct only and uses the same arrays. */
void model_enter(array *a, int dev, long lo, long hi, int type)
{
    environment *e = &a->on[dev];
    if (inside(e, lo, hi)) {
        e->count++;
        return;
    }
    if (e->count == 0) {
        e->lo = lo;
        e->hi = hi;
        e->count = 1;
        e->entered = 0;
    }
    if (type & TO)
        up(a, dev, lo, hi);
    else if (keeps_copies[dev])
        memset(e->known + lo, 0, (size_t)(hi - lo));
}

void model_leave(array *a, int dev, long lo, long hi, int type)
{
    environment *e = &a->on[dev];
    if (inside(e, lo, hi) && --e->count > 0)
        return;
    if (type & FROM)
        down(a, dev, lo, hi);
}

void model_update(array *a, int dev, long lo, long hi, int type)
{
    if (!inside(&a->on[dev], lo, hi))
        return;
    if (type == TO)
        up(a, dev, lo, hi);
    else
        down(a, dev, lo, hi);
}

void model_set(array *a, int dev, long from, long to, int k)
{
    for (long i = from; i < to; i++)
        values(a, dev)[i] = VALUE(k, i);
    memset(knowledge(a, dev) + from, 1, (size_t)(to - from));
}

void model_add(array *a, int dev, long from, long to, int k)
{
    for (long i = from; i < to; i++)
        values(a, dev)[i] = (int)((unsigned)values(a, dev)[i] + (unsigned)k);
}

void model_copy(array *b, long to, array *a, long from, long n, int dev)
{
    memcpy(values(b, dev) + to, values(a, dev) + from, (size_t)n * sizeof(int));
    memcpy(knowledge(b, dev) + to, knowledge(a, dev) + from, (size_t)n);
}

int model_knows(array *a, int dev, long from, long to)
{
    return memchr(knowledge(a, dev) + from, 0, (size_t)(to - from)) == NULL;
}

unsigned model_sum(array *a, int dev, long from, long to)
{
    unsigned sum = 0;
    for (long i = from; i < to; i++)
        sum += (unsigned)values(a, dev)[i] * (2u * (unsigned)i + 1u);
    return sum;
}
