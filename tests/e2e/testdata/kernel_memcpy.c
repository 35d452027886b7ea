// memcpy, memset, memmove and memcmp of fixed sizes between all kinds of memory.
#include <stdio.h>
#include <string.h>

struct rec { int id; double w[4]; char name[5]; };

int main(void)
{
    struct rec in[5], out[5];
    int zero[5][6], bits[5];
    memset(in, 0, sizeof in);
    for (int i = 0; i < 5; i++)
        in[i] = (struct rec){i, {i, i + 1, i + 2, i + 3}, "rec"};
#pragma omp target teams distribute parallel for map(to: in) map(from: out, zero, bits)
    for (int i = 0; i < 5; i++) {
        struct rec own;
        float f = 1.5f + i;
        memcpy(&own, &in[i], sizeof own);
        own.w[0] *= 10;
        memmove(&own.w[1], &own.w[0], 3 * sizeof(double));
        memcpy(&out[i], &own, sizeof(struct rec));
        memset(zero[i], i == 2 ? 0xff : 0, sizeof zero[i]);
        memset(&zero[i][1], 1, 2 * sizeof(int));
        memcpy(&bits[i], &f, sizeof f);
    }
    for (int i = 0; i < 5; i++)
        printf("%d %g %g %g %s %d %x %d %x\n", out[i].id, out[i].w[0], out[i].w[1], out[i].w[3], out[i].name, zero[i][0],
            (unsigned)zero[i][2], zero[i][5], (unsigned)bits[i]);
    return 0;
}
