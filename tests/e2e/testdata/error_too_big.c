// More memory than the device has: the message names the variable and the size.
// MODES: separate
// HOST-DIFFERS: the host maps nothing
// EXPECT: start
// EXIT: 1
// STDERR: error_too_big\.c:21:.*(p\[|'p').*
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
    long n = 1L << 43;
    char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return 9;
    printf("start\n");
    fflush(stdout);
    p[0] = 1;
    p[5] = 1;
#pragma omp target enter data map(alloc: p[0:n])
    printf("end\n");
    return 0;
}
