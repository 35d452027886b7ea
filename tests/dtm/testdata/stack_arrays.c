// Stack arrays small and large, VLA, alloca, thread-local storage, strings of argv.
#include "torture.h"
#include <alloca.h>

static __thread unsigned char local_to_thread[20000];

static void small(void)
{
    unsigned char s[16];
    exercise("small", s, sizeof s);
}

static void large(void)
{
    unsigned char s[2000000];
    exercise("large", s, sizeof s);
}

static void variable(long n)
{
    unsigned char s[n];
    exercise("variable", s, n);
}

static void allocated(long n)
{
    unsigned char *s = alloca((size_t)n);
    exercise("alloca", s, n);
}

static long deep(int depth)
{
    int mine[3000];
    host_fill(mine, 3000, depth);
    dev_add(mine, 3000, depth);
    long below_me = depth ? deep(depth - 1) : 0;
    return below_me + host_wrong_plus(mine, 3000, depth, depth) + dev_wrong_plus(mine, 3000, depth, depth);
}

static void *aligned_page(void)
{
    _Alignas(4096) unsigned char s[12288];
    exercise("aligned", s, sizeof s);
    return NULL;
}

int main(int argc, char **argv)
{
    small();
    large();
    variable(1);
    variable(5000);
    variable(777777);
    allocated(3);
    allocated(123456);
    aligned_page();
    check("deep", deep(25), 0);
    exercise("thread-local", local_to_thread, sizeof local_to_thread);
    long length = (long)strlen(argv[argc - 1]);
    dev_set_bytes((unsigned char *)argv[argc - 1], length, 'x');
    check("argument", (long)strspn(argv[argc - 1], "x") == length, 1);
    return status();
}
