// PARTS: chain_kernels.c chain_steps.c
// Kernels and host code behind function pointers, recursion, structures by value and by pointer, in several files.
#include "torture.h"
#include "../parts/chain.h"

enum { N = 100003 };

static step steps[] = {{smooth, "smooth"}, {scale, "scale"}, {smooth, "smooth"}, {shift, "shift"}, {scale, "scale"}};

static unsigned model(int *now, int *next, int count)
{
    for (int k = 0; k < count; k++) {
        for (long i = 0; i < N; i++) {
            unsigned left = (unsigned)now[i ? i - 1 : 0], right = (unsigned)now[i + 1 < N ? i + 1 : N - 1];
            if (steps[k % 5].work == smooth)
                next[i] = (int)(left + 2u * (unsigned)now[i] + right);
            else if (steps[k % 5].work == scale)
                next[i] = (int)((unsigned)now[i] * 3u + (unsigned)next[i]);
            else
                next[i] = now[(i + 17) % N];
        }
        int *last = now;
        now = next;
        next = last;
    }
    unsigned sum = 0;
    for (long i = 0; i < N; i++)
        sum = sum * 31u + (unsigned)now[i];
    return sum;
}

int main(void)
{
    static int global[N], a[N], b[N];
    grid g = {malloc(N * sizeof(int)), global, N, steps, 5};
    must(g.now);
    host_fill(g.now, N, 1);
    host_fill(g.next, N, 2);
    host_fill(a, N, 1);
    host_fill(b, N, 2);
    long last = 0;
    for (int round = 1; round <= 4; round++) {
        run_steps(&g, 0, round * 20);
        last = total(g);
    }
    unsigned sum = 0, want = 0;
    for (long i = 0; i < N; i++)
        sum = sum * 31u + (unsigned)g.now[i];
    int *now = a, *next = b;
    for (int round = 1; round <= 4; round++) { /* all rounds have an even number of steps */
        want = model(now, next, round * 20);
    }
    printf("total %ld\n", last);
    check("checksum", sum, want);
    return status();
}
