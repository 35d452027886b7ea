// memcpy and its kin, strings, sorting and searching of the C library on results and on clean uploads.
#define _GNU_SOURCE
#include "torture.h"

enum { N = 500000 };

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void blocks(int *p, int *q)
{
    dev_fill(p, N, 1);
    dev_fill(q, N, 2);
    memcpy(p, q, N * sizeof *p);
    check("memcpy", dev_wrong(p, N, 2), 0);
    dev_fill(p, N, 3);
    memmove(p + 1, p, (N - 1) * sizeof *p);
    check("memmove", p[0] == p[1] && p[N - 1] == VALUE(3, N - 2), 1);
    check("memmove on the device", dev_wrong(p, 1, 3), 0);
    dev_fill(p, N, 4);
    dev_fill(q, N, 4);
    check("memcmp", memcmp(p, q, N * sizeof *p), 0);
    dev_fill(p, N, 5);
    memset((char *)p + 1001, 0, 1000000);
    memset(q, 0, N * sizeof *q);
    dev_copy(q, p, N);
    check("memset of a part", memcmp(p, q, N * sizeof *p), 0);
    check("memset's front", p[250] == (VALUE(5, 250) & 0xff), 1);
    dev_fill(p, N, 6);
    dev_fill(q, N, 7);
    void *end = mempcpy(q, p, 1000);
    check("mempcpy", (long)((char *)end - (char *)q), 1000);
    check("mempcpy on the device", dev_wrong(q, 250, 6), 0);
}

static void sorting(int *p)
{
    dev_fill(p, N, 8);
    qsort(p, N, sizeof *p, ascending);
    long disorder = 0;
    for (long i = 1; i < N; i++)
        disorder += p[i - 1] > p[i];
    check("qsort", disorder, 0);
    dev_add(p, N, 0);
    int key = VALUE(8, 1234), *found = bsearch(&key, p, N, sizeof *p, ascending);
    check("bsearch", found && *found == key, 1);
    dev_add(p, N, 0);
    long sum = 0;
    for (long i = 0; i < N; i++)
        sum += VALUE(8, i);
    check("sum", dev_sum(p, N) - sum, 0);
}

static void strings(char *p, char *q)
{
    dev_set_bytes((unsigned char *)p, N, 'a');
    p[N - 1] = 0;
    dev_add_bytes((unsigned char *)p, N - 1, 1);
    check("strlen", (long)strlen(p), N - 1);
    dev_set_bytes((unsigned char *)q, N, 'c');
    strcpy(q, p);
    check("strcpy", dev_count_bytes((unsigned char *)q, N, 'b'), N - 1);
    dev_add_bytes((unsigned char *)q, N, 0);
    check("strcmp", strcmp(p, q), 0);
    q[N / 2] = 'z';
    dev_add_bytes((unsigned char *)q, N, 0);
    check("strchr", (long)(strchr(q, 'z') - q), N / 2);
    dev_add_bytes((unsigned char *)q, N, 0);
    check("memchr", (long)((char *)memchr(q, 'z', N) - q), N / 2);
    dev_add_bytes((unsigned char *)q, N, 0);
    check("strstr", (long)(strstr(q, "zb") - q), N / 2);
    dev_add_bytes((unsigned char *)q, N, 0);
    check("memmem", (long)((char *)memmem(q, N, "bz", 2) - q), N / 2 - 1);
    q[10] = 0;
    dev_add_bytes((unsigned char *)q, 10, -1);
    strcat(q, "tail");
    check("strcat", strcmp(q, "aaaaaaaaaatail"), 0);
}

int main(void)
{
    int *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
    must(p && q);
    blocks(p, q);
    sorting(p);
    strings((char *)p, (char *)q);
    return status();
}
