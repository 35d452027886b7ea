// An assertion that fails ends the program as on the host.
// EXIT: 134
// STDERR: kernel_assert_fail\.c:16.*a\[i\] != 40
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int a[50];
    printf("before\n");
    fflush(stdout);
#pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 50; i++) {
        a[i] = 2 * i;
        /* the twentieth one is forty */
        assert(a[i] != 40);
    }
    printf("after %d\n", a[49]);
    return 0;
}
