// read, write and their kin from and into memory whose value is on the device, or clean since an upload.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#include <sys/uio.h>

enum { N = 500000 };
static unsigned char plain[N];
static int file;

static void stored(const char *name, int seed) /* the file's bytes, read into memory that is not tracked */
{
    memset(plain, 0, N);
    must(pread(file, plain, N, 0) == N);
    check(name, host_wrong_bytes(plain, N, seed), 0);
}

static void writes(unsigned char *p)
{
    dev_fill_bytes(p, N, 1);
    must(lseek(file, 0, SEEK_SET) == 0 && write(file, p, N) == N);
    stored("write", 1);
    dev_fill_bytes(p, N, 2);
    must(pwrite(file, p + 1000, N - 1000, 1000) == N - 1000 && pwrite(file, p, 1000, 0) == 1000);
    stored("pwrite", 2);
    dev_fill_bytes(p, N, 3);
    struct iovec parts[3] = {{p, 5}, {p + 5, 100000}, {p + 100005, N - 100005}};
    must(lseek(file, 0, SEEK_SET) == 0 && writev(file, parts, 3) == N);
    stored("writev", 3);
    dev_fill_bytes(p, N, 4);
    must(pwritev(file, parts, 3, 0) == N);
    stored("pwritev", 4);
    check("still on the device", dev_wrong_bytes(p, N, 4), 0);
    dev_fill_bytes(p, N, 5);
    must(pwritev2(file, parts, 3, 0, 0) == N);
    stored("pwritev2", 5);
}

static void fill_file(int seed)
{
    host_fill_bytes(plain, N, seed);
    must(pwrite(file, plain, N, 0) == N && lseek(file, 0, SEEK_SET) == 0);
}

/* Reads over results (absent), over an upload (clean), and over a part. */
static void read_into(unsigned char *p, int seed, long (*get)(unsigned char *p, long n, long at))
{
    fill_file(seed);
    dev_fill_bytes(p, N, seed + 1);
    must(get(p, N, 0) == N);
    quiet_check("over results", host_wrong_bytes(p, N, seed), 0);
    quiet_check("over results, on the device", dev_wrong_bytes(p, N, seed), 0);
    fill_file(seed + 2);
    must(get(p, N, 0) == N);
    quiet_check("over an upload", dev_wrong_bytes(p, N, seed + 2), 0);
    dev_set_bytes(p, N, 0);
    must(get(p + 7001, 4099, 7001) == 4099);
    long wrong = 0;
    for (long i = 0; i < N; i++)
        wrong += p[i] != (i >= 7001 && i < 11100 ? BYTE(seed + 2, i) : 0);
    quiet_check("over a part", wrong, 0);
    dev_add_bytes(p, N, 1);
    quiet_check("over a part, then computed", p[7001] == (unsigned char)(BYTE(seed + 2, 7001) + 1) && p[0] == 1, 1);
}

static long by_read(unsigned char *p, long n, long at) { return lseek(file, at, SEEK_SET) < 0 ? -1 : read(file, p, (size_t)n); }
static long by_pread(unsigned char *p, long n, long at) { return pread(file, p, (size_t)n, at); }

static long by_readv(unsigned char *p, long n, long at)
{
    struct iovec parts[3] = {{p, 3}, {p + 3, (size_t)n / 2}, {p + 3 + n / 2, (size_t)(n - 3 - n / 2)}};
    return lseek(file, at, SEEK_SET) < 0 ? -1 : readv(file, parts, 3);
}

static long by_preadv(unsigned char *p, long n, long at)
{
    struct iovec parts[2] = {{p, (size_t)n / 3}, {p + n / 3, (size_t)(n - n / 3)}};
    return preadv(file, parts, 2, at);
}

static void all(unsigned char *p)
{
    writes(p);
    read_into(p, 10, by_read);
    read_into(p, 20, by_pread);
    read_into(p, 30, by_readv);
    read_into(p, 40, by_preadv);
}

static unsigned char global[N];

int main(void)
{
    unsigned char *p = malloc(N);
    must(p);
    file = temporary(0);
    all(p);
    all(global);
    must(pread(file, p, N, N) == 0); /* at the end of the file nothing changes */
    check("bad descriptor", write(-1, p, N), -1);
    return status();
}
