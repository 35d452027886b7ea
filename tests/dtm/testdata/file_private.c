// A private file mapping: the device reads the file's bytes; what it writes stays out of the file.
#define _GNU_SOURCE
#include "torture.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 1 << 20 };

static long wrong_in_file(int file, int seed)
{
    static unsigned char bytes[SIZE];
    must(pread(file, bytes, SIZE, 0) == SIZE);
    return host_wrong_bytes(bytes, SIZE, seed);
}

int main(void)
{
    FILE *temporary = tmpfile();
    must(temporary);
    int file = fileno(temporary);
    static unsigned char first[SIZE];
    host_fill_bytes(first, SIZE, 1);
    must(write(file, first, SIZE) == SIZE);
    unsigned char *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    must(p != MAP_FAILED);
    check("read by the device", dev_wrong_bytes(p, SIZE, 1), 0);
    dev_add_bytes(p, SIZE, 0);
    dev_set_bytes(p + 4096, 8192, 5);
    check("result", host_count_bytes(p + 4096, 8192, 5), 8192);
    check("beside it", host_wrong_bytes(p, 4096, 1), 0);
    check("file", wrong_in_file(file, 1), 0);
    exercise("private", p, SIZE);
    check("file at the end", wrong_in_file(file, 1), 0);
    const unsigned char *r = mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE, file, 0);
    must(r != MAP_FAILED);
    check("read-only mapping", dev_wrong_bytes(r, SIZE, 1), 0);
    must(munmap(p, SIZE) == 0);
    return status();
}
