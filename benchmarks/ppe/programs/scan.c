/* scan.c: prefix sums, by sums of blocks, their prefix sums, and the blocks' own. */
#include "../harness/ppe.h"

enum { TO, FROM, SUMS, BLOCK = 256 };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 24, 1 << 26);
    array(p, OUT, I32, p->n);
    int *from = array(p, IN, I32, p->n);
    for (long i = 0; i < p->n; i++)
        from[i] = (int)(hash(5, i) % 10);
    array(p, SCRATCH, I32, p->n / BLOCK * 4 + 64);
    p->bytes = 12.0 * p->n;
    p->flops = 2.0 * p->n;
}

static void sum_blocks(int n, int blocks, const int *from, int *sums)
{
    LOOP()
    for (int b = 0; b < blocks; b++) {
        int sum = 0, end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (int i = b * BLOCK; i < end; i++)
            sum += from[i];
        sums[b] = sum;
    }
}

static void scan_blocks(int n, int blocks, const int *from, const int *before, int *to)
{
    LOOP()
    for (int b = 0; b < blocks; b++) {
        int sum = b > 0 ? before[b - 1] : 0, end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (int i = b * BLOCK; i < end; i++) {
            sum += from[i];
            to[i] = sum;
        }
    }
}

/* sums has room for two numbers for each block of this level and of those above. */
static void scan(int n, const int *from, int *to, int *sums)
{
    int blocks = (n + BLOCK - 1) / BLOCK, *before = sums + blocks;
    if (blocks > 1) {
        sum_blocks(n, blocks, from, sums);
        scan(blocks, sums, before, sums + 2 * blocks);
    }
    scan_blocks(n, blocks, from, before, to);
}

static void run(struct problem *p) { scan(p->n, p->array[FROM].at, p->array[TO].at, p->array[SUMS].at); }

const struct program SIDE(scan) = {"scan", "prefix sums", setup, run};
