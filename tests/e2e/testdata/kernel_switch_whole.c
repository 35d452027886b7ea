// A switch with a case for each value that it may have, the first with a loop that falls
// through, in groups of several work-items.
#include <stdio.h>

static long long a1[256];
static unsigned a2[256];
static long long a5[256];
static long out[256];
static int rows[256][16];
static unsigned short behind[48][24];

int main(void)
{
    int n = 37;
#pragma omp target data map(to: a1, a2, a5) map(tofrom: out, rows, behind)
    {
        unsigned char least = 3, odd = 7;
#pragma omp target teams distribute parallel for simd reduction(min: least) reduction(^: odd) thread_limit(4)
        for (int t = 255; t >= 0; t -= 1) {
            long acc = out[t];
            unsigned acc2 = t;
            acc &= acc2;
            rows[t][1] ^= 65535;
            acc2 += 1u;
            switch (t & 3) {
            case 0: {
                for (unsigned i = 0; i < t; i += 2) {
                    int v = a5[1];
                    rows[t][v & 15] = 1;
                }
            }
            case 1: {
                acc2 = acc2 | 1;
            }
            case 2:
                break;
            case 3: {
                acc = 1 && acc;
            }
                break;
            default:;
            }
            acc2 = (long)(1u + (unsigned)(1 & (a1[n & 255] && (acc | n))));
            acc = a2[1];
            {
                unsigned char q = 1;
                least = q < least ? q : least;
            }
            odd ^= 1;
            out[t] = (long)((unsigned long)acc * 3 + acc2);
        }
        printf("%d %d\n", least, odd);
    }
    unsigned long sum = 0;
    for (int t = 0; t < 256; t++) {
        sum = sum * 31 + out[t];
        for (int k = 0; k < 16; k++)
            sum = sum * 31 + rows[t][k];
    }
    for (int i = 0; i < 48; i++)
        for (int j = 0; j < 24; j++)
            sum = sum * 31 + behind[i][j];
    printf("%lx\n", sum);
    return 0;
}
