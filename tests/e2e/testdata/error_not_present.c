// What has to be present and is not ends the program.
// HOST-DIFFERS: gcc 12 does not take the modifier
// EXPECT: before
// EXIT: 1
// STDERR: 'a' at .* is not present on .*, as 'present' demands
#include <stdio.h>

int main(void)
{
    int a[10] = {0};
    printf("before\n");
    fflush(stdout);
#pragma omp target map(present, tofrom: a)
    a[0] = 1;
    printf("behind\n");
    return 0;
}
