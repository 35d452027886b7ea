// Reference counts: data entered twice leaves with the second exit.
// MODES: separate
// HOST-DIFFERS: the first exit copies nothing where memory is separate
// EXPECT: 1
// EXPECT: 1
// EXPECT: 42
#include <stdio.h>

static int a[100];

static void enter(void)
{
#pragma omp target enter data map(to: a)
}

static void leave(void)
{
#pragma omp target exit data map(from: a)
}

int main(void)
{
    a[7] = 1;
    enter();
    enter();
#pragma omp target data map(tofrom: a[0:10])
    {
#pragma omp target map(tofrom: a[5:5])
        a[7] = 42;
    }
    printf("%d\n", a[7]);
    leave();
    printf("%d\n", a[7]);
    leave();
    printf("%d\n", a[7]);
    return 0;
}
