// Locks in regions: of declare target, mapped, of a team, and nested ones. They are among the
// threads of a team (OpenMP 4.5 section 3.3: of a contention group).
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
omp_lock_t everyone;
int total, deep;

static void add(omp_lock_t *lock, int *to, int n)
{
    omp_set_lock(lock);
    *to += n;
    omp_unset_lock(lock);
}

static void twice(omp_nest_lock_t *lock, int *to)
{
    omp_set_nest_lock(lock);
    if (omp_test_nest_lock(lock) == 2)
        *to += 1, omp_unset_nest_lock(lock);
    omp_unset_nest_lock(lock);
}
#pragma omp end declare target

int main(void)
{
    int c = 0, d = 0, tests = 0, held = 0;
    omp_lock_t mapped;
    omp_init_lock(&mapped);
#pragma omp target
    omp_init_lock(&everyone);
#pragma omp target parallel for map(tofrom: mapped, held)
    for (int i = 0; i < 500; i++) {
        add(&everyone, &total, i);
        add(&mapped, &held, 1);
    }
#pragma omp target map(tofrom: c, d, tests)
    {
        omp_lock_t lock;
        omp_nest_lock_t nest;
        omp_init_lock(&lock);
        omp_init_nest_lock(&nest);
#pragma omp parallel for
        for (int i = 0; i < 100; i++) {
            omp_set_lock(&lock);
            c++;
            omp_unset_lock(&lock);
            twice(&nest, &d);
        }
        tests += omp_test_lock(&lock);
        tests += 10 * omp_test_lock(&lock);
        omp_unset_lock(&lock);
        omp_destroy_lock(&lock);
        omp_destroy_nest_lock(&nest);
    }
#pragma omp target update from(total)
    printf("%d %d %d %d %d\n", c, d, tests, total, held);
    return 0;
}
