// Stack frames at the same address with other contents, and of other functions.
#include "torture.h"

enum { N = 20000 };

__attribute__((noinline)) static long upload(int seed)
{
    int s[N];
    host_fill(s, N, seed);
    return dev_wrong(s, N, seed);
}

__attribute__((noinline)) static long result(int seed)
{
    int s[N];
    dev_fill(s, N, seed);
    return seed & 1 ? host_wrong(s, N, seed) : 0;
}

__attribute__((noinline)) static long partly(int seed)
{
    int s[N];
    dev_fill(s, N, seed);
    s[N / 2]++;
    return dev_wrong(s, N, seed) - 1;
}

__attribute__((noinline)) static long plain(int seed) /* no kernel at all */
{
    volatile int s[N];
    for (int i = 0; i < N; i++)
        s[i] = VALUE(seed, i);
    long wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += s[i] != VALUE(seed, i);
    return wrong;
}

__attribute__((noinline)) static long tiny(int seed)
{
    int s[2] = {seed, seed + 1};
    dev_add(s, 2, 1);
    return s[0] != seed + 1 || s[1] != seed + 2;
}

int main(void)
{
    long wrong = 0;
    for (int round = 0; round < 30; round++) {
        wrong += upload(round);
        wrong += result(round);
        wrong += plain(round);
        wrong += upload(round + 1);
        wrong += partly(round);
        wrong += tiny(round);
    }
    check("wrong", wrong, 0);
    return status();
}
