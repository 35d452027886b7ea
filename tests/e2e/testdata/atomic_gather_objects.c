// TOLERANCE: 1e-6
// Atomic updates of single objects in loops, which threads and teams may gather before
// they make them.
#include <stdio.h>

#define N 40000

static unsigned key[N];

static void fill(void)
{
    for (int i = 0; i < N; i++)
        key[i] = (unsigned)i * 2654435761u >> 7;
}

static void objects(int n)
{
    int count = -5, any = 0, all = -1, product = 1, none = 7;
    unsigned char byte = 200;
    long long sum = -1;
    double real = 0.125, zero = -0.0, kept = -0.0;
    float single = 1;
    unsigned pair[2] = {1, 2}, *nobody = 0;
    int deep = 2000000000;
#pragma omp target teams distribute parallel for map(to: key) map(tofrom: count, any)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        count++;
#pragma omp atomic
        any |= (int)(key[i] & 0x5050);
    }
#pragma omp target teams distribute parallel for map(to: key) map(tofrom: all, product)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        all &= (int)(key[i] | 0xff00ff);
        if (i % 1000 == 0) {
#pragma omp atomic
            product = 3 * product;
        }
    }
#pragma omp target teams distribute parallel for map(to: key) map(tofrom: byte, sum)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        byte -= 7;
#pragma omp atomic
        sum = sum + (long long)key[i] * key[i];
    }
#pragma omp target teams distribute parallel for map(tofrom: zero)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        zero += -0.0;
    }
#pragma omp target teams distribute parallel for map(tofrom: none, kept)
    for (int i = 0; i < n; i++) {
        if (i < 0) {
#pragma omp atomic
            kept += 1;
#pragma omp atomic
            none ^= 1;
#pragma omp atomic
            *nobody += 1;
        }
    }
#pragma omp target teams distribute parallel for map(to: key) map(tofrom: real, single)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        real += key[i] * 0.5;
        if (key[i] & 1) {
#pragma omp atomic
            single += 0.5;
        }
    }
#pragma omp target teams distribute parallel for map(to: key) map(tofrom: pair, deep)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        pair[1] += key[i];
        // Partial sums that leave the type, a whole that does not.
#pragma omp atomic
        deep += i < n / 2 ? -100000 : 100000;
    }
    printf("%d %d %d %d %d %d %lld %.3f %g %g %.1f %u %u %d\n", count, any, all, product, none, byte, sum,
           real, zero, kept, single, pair[0], pair[1], deep);
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 700, N};
    fill();
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        int n = sizes[i];
        printf("-- %d\n", n);
        objects(n);
    }
    return 0;
}
