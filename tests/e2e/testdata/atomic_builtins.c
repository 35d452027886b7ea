// gcc's __sync_ and __atomic_ builtins in device code, on objects of several sizes.
#include <stdio.h>

#define N 1000

#pragma omp declare target
static void add_up(long *total, int v)
{
    long old = __atomic_load_n(total, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(total, &old, old + v, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        ;
}
#pragma omp end declare target

int main(void)
{
    int count = 0, last = 0, winners = 0, most = -1;
    unsigned mask = ~0u;
    unsigned long bits = 0;
    long total = 0, after = 0, gate = 0;
    short small = 0;
    static int seen[N];
#pragma omp target teams distribute parallel for \
        map(tofrom: count, last, winners, most, mask, bits, total, after, gate, small, seen)
    for (int i = 0; i < N; i++) {
        int mine = __sync_fetch_and_add(&count, 2);
        __atomic_fetch_add(&seen[mine / 2], 1, __ATOMIC_RELAXED);
        __sync_fetch_and_or(&bits, 1UL << (i % 50));
        __sync_and_and_fetch(&mask, ~(1u << (i % 20)));
        __atomic_add_fetch(&after, 3L, __ATOMIC_ACQ_REL);
        __sync_sub_and_fetch(&small, 1);
        add_up(&total, i);
        if (__sync_bool_compare_and_swap(&gate, 0L, i + 1L))
            __sync_fetch_and_add(&winners, 1);
        for (int was = most; was < i;) {
            int now = __sync_val_compare_and_swap(&most, was, i);
            was = now == was ? i : now;
        }
        if (i == N - 1) {
            __atomic_store_n(&last, i, __ATOMIC_RELEASE);
            __sync_synchronize();
        }
    }
    int once = 0;
    for (int i = 0; i < N; i++)
        once += seen[i] == 1;
    printf("%d %d %d %d %d %u %lu %ld %ld %d\n", count, once, last, winners, most, mask, bits, total, after, small);
    int old = 0, now = 0;
#pragma omp target map(tofrom: old, now, count)
    {
        old = __sync_lock_test_and_set(&count, 7) + __atomic_exchange_n(&count, 8, __ATOMIC_SEQ_CST);
        now = __atomic_fetch_xor(&count, 3, __ATOMIC_RELAXED) + __sync_xor_and_fetch(&count, 1);
        __sync_lock_release(&count);
    }
    printf("%d %d %d\n", old, now, count);
    return 0;
}
