// release lowers the count, delete drops the data whatever the count is.
// HOST-DIFFERS: omp_target_is_present is always true of the host
// EXPECT: 0 1 1 1 0
// EXPECT: 1 0
// EXPECT: 0
#include <omp.h>
#include <stdio.h>

static int a[8];

static int present(void) { return omp_target_is_present(a, omp_get_default_device()) != 0; }

int main(void)
{
    int p[5];
    p[0] = present();
#pragma omp target enter data map(alloc: a)
    p[1] = present();
#pragma omp target enter data map(to: a[0:8])
    p[2] = present();
#pragma omp target exit data map(release: a)
    p[3] = present();
#pragma omp target exit data map(release: a)
    p[4] = present();
    printf("%d %d %d %d %d\n", p[0], p[1], p[2], p[3], p[4]);
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
    p[0] = present();
#pragma omp target exit data map(delete: a)
    p[1] = present();
    printf("%d %d\n", p[0], p[1]);
#pragma omp target exit data map(delete: a)
#pragma omp target exit data map(release: a)
#pragma omp target exit data map(from: a)
    printf("%d\n", present());
    return 0;
}
