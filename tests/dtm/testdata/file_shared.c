// A shared file mapping: results reach the file, and what write(2) puts there reaches the device.
#define _GNU_SOURCE
#include "torture.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 1 << 20 };
static unsigned char bytes[SIZE];

int main(void)
{
    FILE *temporary = tmpfile();
    must(temporary);
    int file = fileno(temporary);
    must(ftruncate(file, SIZE) == 0);
    unsigned char *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    unsigned char *q = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    must(p != MAP_FAILED && q != MAP_FAILED);
    dev_fill_bytes(p, SIZE, 1);
    must(msync(p, SIZE, MS_SYNC) == 0);
    must(pread(file, bytes, SIZE, 0) == SIZE);
    check("file after msync", host_wrong_bytes(bytes, SIZE, 1), 0);
    dev_fill_bytes(p, SIZE, 2);
    must(pread(file, bytes, SIZE, 0) == SIZE);
    check("file without msync", host_wrong_bytes(bytes, SIZE, 2), 0);
    check("other mapping", host_wrong_bytes(q, SIZE, 2), 0);
    host_fill_bytes(bytes, SIZE, 3);
    must(pwrite(file, bytes, SIZE, 0) == SIZE);
    check("device after pwrite", dev_wrong_bytes(p, SIZE, 3), 0);
    bytes[5000] ^= 1;
    must(pwrite(file, bytes + 5000, 1, 5000) == 1);
    check("device after one byte", dev_wrong_bytes(p, SIZE, 3), 1);
    q[5000] ^= 1;
    check("device after a write to the other mapping", dev_wrong_bytes(p, SIZE, 3), 0);
    dev_fill_bytes(q, SIZE, 4);
    check("first mapping", host_wrong_bytes(p, SIZE, 4), 0);
    dev_set_bytes(p, SIZE, 50);
    dev_add_bytes(q, SIZE, 1);
    dev_add_bytes(p, SIZE, 1);
    check("both mappings in turn", host_count_bytes(q, SIZE, 52), SIZE);
    exercise("shared", p, SIZE);
    must(munmap(p, SIZE) == 0 && munmap(q, SIZE) == 0);
    dev_fill_bytes(bytes, SIZE, 5);
    p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    must(p != MAP_FAILED);
    check("after a new mapping", host_count_bytes(p, SIZE, 2), SIZE);
    return status();
}
