// gcc's atomic builtins on numbers, pointers and bools, by value and by pointers to values.
#include <stdbool.h>
#include <stdio.h>

#define N 64

struct cell {
    int value;
    struct cell *next;
};

int main(void)
{
    int a = 5, r[16] = {0};
    unsigned char small = 0xf0;
    float f = 1.5f, g = 0;
    double sum = 0, largest = -1;
    bool set[N] = {false}, taken = false;
    int winners = 0, length = 0, values = 0;
    struct cell cells[N], *first = 0;
#pragma omp target map(tofrom: a, r, f, g, small)
    {
        int v, w = 9, old, expected = 11, n = 77;
        __atomic_load(&a, &v, __ATOMIC_SEQ_CST);
        r[0] = v;
        __atomic_store(&a, &w, __ATOMIC_RELEASE);
        r[1] = a;
        w = 11;
        __atomic_exchange(&a, &w, &old, __ATOMIC_SEQ_CST);
        r[2] = old;
        r[3] = __atomic_compare_exchange(&a, &expected, &n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        r[4] = a;
        r[5] = __atomic_compare_exchange(&a, &expected, &n, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
        r[6] = expected;
        r[7] = __atomic_fetch_nand(&small, 0x3c, __ATOMIC_RELAXED);
        r[8] = small;
        r[9] = __atomic_nand_fetch(&a, 3, __ATOMIC_SEQ_CST);
        long own[4] = {0, 1, 2, 3}, *at = own;
        long *was = __atomic_fetch_add(&at, 2 * sizeof(long), __ATOMIC_RELAXED);
        r[10] = (int)(*was * 10 + *at);
        float h = 2.5f;
        __atomic_exchange(&f, &h, &g, __ATOMIC_SEQ_CST);
        r[11] = __atomic_always_lock_free(sizeof(long), 0);
    }
#pragma omp target teams distribute parallel for map(tofrom: sum, largest, set, taken, winners)
    for (int i = 0; i < N; i++) {
        double seen, next;
        __atomic_load(&sum, &seen, __ATOMIC_RELAXED);
        do
            next = seen + i;
        while (!__atomic_compare_exchange(&sum, &seen, &next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
        __atomic_load(&largest, &seen, __ATOMIC_RELAXED);
        next = i * 7 % N;
        while (seen < next && !__atomic_compare_exchange(&largest, &seen, &next, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            ;
        if (!__atomic_test_and_set(&taken, __ATOMIC_ACQ_REL))
            __sync_fetch_and_add(&winners, 1);
        __atomic_store_n(&set[i], i % 3 == 0, __ATOMIC_RELAXED);
        if (__atomic_exchange_n(&set[i], i % 2 == 0, __ATOMIC_RELAXED))
            __sync_fetch_and_add(&winners, 100);
    }
#pragma omp target map(alloc: cells) map(from: length, values)
    {
        struct cell *volatile list = 0;
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
            struct cell *c = &cells[i], *head = __atomic_load_n(&list, __ATOMIC_ACQUIRE);
            c->value = i;
            do
                c->next = head;
            while (!__atomic_compare_exchange_n(&list, &head, c, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
        }
        length = values = 0;
        for (struct cell *c = list; c; c = c->next)
            length++, values += c->value;
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", r[i]);
    printf("%g %g\n%g %g %d %d %d %d\n", f, g, sum, largest, taken, winners, length, values);
    for (int i = 0; i < N; i++)
        printf("%d", set[i]);
    printf(" %d\n", first == 0);
    return 0;
}
