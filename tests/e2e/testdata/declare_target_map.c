// Mapping a declare target variable: it is present, so only always copies.
// MODES: separate
// HOST-DIFFERS: the copies are distinct where memory is separate
// EXPECT: 1
// EXPECT: 2
// EXPECT: 3
#include <stdio.h>

#pragma omp declare target
int value = 1;
#pragma omp end declare target

int main(void)
{
#pragma omp target map(tofrom: value)
    value = 2;
    printf("%d\n", value);
#pragma omp target update from(value)
    printf("%d\n", value);
#pragma omp target map(always, tofrom: value)
    value++;
    printf("%d\n", value);
    return 0;
}
