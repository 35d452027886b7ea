// omp_set_num_threads in target regions: parallel regions behind it have no more
// threads, in team code and in functions called there, and each team has its own number.
#include <stdio.h>
#include <omp.h>

#pragma omp declare target
static int count(void)
{
    int n = 0;
#pragma omp parallel reduction(+: n)
    n++;
    return n;
}

static void set(int n) { omp_set_num_threads(n); }

static int limited(int n)
{
    set(n);
    return count();
}

// In a parallel region it says nothing of the caller's.
static int inside(int n)
{
    omp_set_num_threads(n);
    return n;
}
#pragma omp end declare target

int main(void)
{
    int r[8] = {0}, bad = 0, of[16];
#pragma omp target map(tofrom: r)
    {
        int all = count();
        omp_set_num_threads(1);
        r[0] = count();
        r[1] = omp_get_max_threads();
        omp_set_num_threads(3);
        r[2] = omp_get_max_threads();
        r[3] = count() <= 3;
#pragma omp parallel num_threads(2)
        {
#pragma omp master
            r[4] = omp_get_num_threads() <= 2;
        }
        for (int i = 2; i > 0; i--) {
            omp_set_num_threads(i);
#pragma omp parallel
#pragma omp atomic
            r[5] += i;
        }
        r[5] = r[5] <= 2 * 2 + 1;
        r[6] = limited(1);
        set(all);
        r[7] = count() == all;
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", r[i]);

#pragma omp target teams distribute map(from: of)
    for (int i = 0; i < 16; i++) {
        int n = 0;
        omp_set_num_threads(i % 2 + 1);
#pragma omp parallel reduction(max: n)
        n = omp_get_num_threads();
        of[i] = n <= i % 2 + 1;
    }
    for (int i = 0; i < 16; i++)
        printf("%d", of[i]);

#pragma omp target parallel for reduction(+: bad)
    for (int i = 0; i < 100; i++)
        bad += inside(i % 3 + 1) != i % 3 + 1;
    printf(" %d\n", bad);
    return 0;
}
