// EXIT: 4
// _exit right after write of results.
#include "torture.h"
#include <unistd.h>

enum { N = 60000 };

int main(void)
{
    unsigned char *p = malloc(N);
    must(p);
    dev_set_bytes(p, N, 'q');
    must(write(1, p, N) == N);
    dev_set_bytes(p, N, 'r');
    _exit(4);
}
