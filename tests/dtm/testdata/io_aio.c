// LINK: -lrt -lpthread
// aio_read, aio_write and lio_listio with results: threads of the library make the calls.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#include <aio.h>
#include <errno.h>

enum { N = 300000 };

static long wait_for(struct aiocb *c)
{
    const struct aiocb *list[1] = {c};
    while (aio_error(c) == EINPROGRESS)
        aio_suspend(list, 1, NULL);
    return aio_return(c);
}

int main(void)
{
    int file = temporary(0);
    unsigned char *p = malloc(N);
    must(p);
    for (int round = 0; round < 4; round++) {
        struct aiocb c = {.aio_fildes = file, .aio_buf = p, .aio_nbytes = N};
        dev_fill_bytes(p, N, round);
        must(aio_write(&c) == 0);
        check("aio_write", wait_for(&c), N);
        dev_fill_bytes(p, N, 77);
        must(aio_read(&c) == 0);
        check("aio_read", wait_for(&c), N);
        check("on the device", dev_wrong_bytes(p, N, round), 0);
        check("on the host", host_wrong_bytes(p, N, round), 0);
        dev_fill_bytes(p, N, round + 9);
        c.aio_lio_opcode = LIO_WRITE;
        struct aiocb *list[1] = {&c};
        must(lio_listio(LIO_WAIT, list, 1, NULL) == 0);
        check("lio_listio", aio_return(&c), N);
        dev_set_bytes(p, N, 0);
        must(pread(file, p, N, 0) == N);
        check("written", dev_wrong_bytes(p, N, round + 9), 0);
    }
    return status();
}
