// An array that finds no room on its work-item's stack ends the program.
// ENV: OMP2CL_STACK_SIZE=4K
// EXIT: 134
// STDERR: vla_no_memory\.c:17:20: error: a work-item's stack is too small
// HOST-DIFFERS: gcc's stacks are larger
// EXPECT: 400
#include <stdio.h>

int main(void)
{
    int n[2] = {100, 2000}, sizes[2];
    for (int i = 0; i < 2; i++) {
#pragma omp target map(to: n) map(from: sizes)
        {
            int m = n[i];
            sizes[i] = 0;
            double v[m / 2];
            v[m / 4] = 1;
            sizes[i] = sizeof v;
        }
        printf("%d\n", sizes[i]);
        fflush(stdout);
    }
    return 0;
}
