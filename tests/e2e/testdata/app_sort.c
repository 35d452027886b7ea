// Odd-even transposition sort of structs in the team's threads, bitonic sort of
// ints by regions.
#include <stdio.h>

struct entry { short key; char tag; };

int main(void)
{
    enum { N = 41, M = 64 };
    struct entry e[N];
    int v[M];
    for (int i = 0; i < N; i++)
        e[i] = (struct entry){(short)(i * 29 % 53 - 20), (char)('A' + i % 26)};
    for (int i = 0; i < M; i++)
        v[i] = i * 37 % 64 - 32;
#pragma omp target map(tofrom: e)
#pragma omp parallel
    for (int pass = 0; pass < N; pass++) {
#pragma omp for
        for (int i = pass & 1; i < N - 1; i += 2)
            if (e[i].key > e[i + 1].key) {
                struct entry t = e[i];
                e[i] = e[i + 1];
                e[i + 1] = t;
            }
    }
#pragma omp target data map(tofrom: v)
    for (int k = 2; k <= M; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < M; i++) {
                int l = i ^ j;
                if (l > i && ((i & k) == 0) == (v[i] > v[l])) {
                    int t = v[i];
                    v[i] = v[l];
                    v[l] = t;
                }
            }
        }
    int ordered = 1;
    for (int i = 1; i < M; i++)
        ordered &= v[i - 1] <= v[i];
    for (int i = 0; i < N; i++)
        printf("%d%c ", e[i].key, e[i].tag);
    printf("%d\n", ordered);
    return 0;
}
