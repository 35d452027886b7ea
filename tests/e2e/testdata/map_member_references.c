// A section that starts from a member is no reference of the structure: it neither keeps the structure nor deletes it.
// MODES: separate
// HOST-DIFFERS: nothing is ever absent on the host
// EXPECT: 1 0 1 1
// EXPECT: 0 1 0 0
// EXPECT: 5 105
// EXPECT: 0 0
#include <omp.h>
#include <stdio.h>

struct vec { int n; int *p; };

int main(void)
{
    int data[10] = {0}, d = omp_get_default_device();
    struct vec v = {3, data}, *s = &v;
#pragma omp target enter data map(to: s[0:1])
#pragma omp target enter data map(to: s->p[0:10])
#pragma omp target exit data map(delete: s->p[0:10])
    printf("%d %d ", omp_target_is_present(s, d), omp_target_is_present(data, d));
#pragma omp target enter data map(to: s->p[0:10])
#pragma omp target
    {
        s->n = 5;
        s->p[9] += 105;
    }
    printf("%d %d\n", omp_target_is_present(s, d), omp_target_is_present(data, d));
#pragma omp target exit data map(from: s[0:1])
    printf("%d %d ", omp_target_is_present(s, d), omp_target_is_present(data, d));
#pragma omp target exit data map(from: s->p[0:10])
    printf("%d %d\n", omp_target_is_present(s, d), omp_target_is_present(data, d));
    printf("%d %d\n", v.n, data[9]);
#pragma omp target enter data map(to: s->p[0:10]) // the structure itself is not present
#pragma omp target exit data map(delete: s->p[0:10])
    printf("%d %d\n", omp_target_is_present(&s->p, d), omp_target_is_present(data, d));
    return 0;
}
