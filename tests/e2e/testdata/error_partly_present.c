// A section that is partly present: the message names the variable, both ranges
// and the line of the construct.
// HOST-DIFFERS: the host has no present table
// EXPECT: start
// EXIT: 1
// STDERR: error_partly_present\.c:18:.*a\[5:10\]
#include <stdio.h>

int main(void)
{
    int a[20] = {0};
    printf("start\n");
    fflush(stdout);
#pragma omp target data map(tofrom: a[0:10])
    {
#pragma omp target map(tofrom: a[2:3])
        a[2] = 1;
#pragma omp target map(tofrom: a[5:10])
        a[6] = 1;
    }
    printf("end\n");
    return 0;
}
