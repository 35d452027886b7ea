// Recursion without end ends the program.
// EXIT: 134
// STDERR: recursion_no_end\.c:9:12: error: a work-item's stack is too small
// HOST-DIFFERS: gcc's stack overflows
// EXPECT: before
#include <stdio.h>

#pragma omp declare target
static int without_end(int n)
{
    return n < 0 ? 0 : without_end(n / 2) + 1;
}
#pragma omp end declare target

int main(void)
{
    int r = 0;
    printf("before\n");
    fflush(stdout);
#pragma omp target map(tofrom: r)
    r = without_end(5);
    printf("after %d\n", r);
    return 0;
}
