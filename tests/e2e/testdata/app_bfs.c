// Breadth-first search by levels with flags, a region per level until no change.
#include <stdio.h>

#define N 400

int main(void)
{
    static int first[N + 1], edge[N * 3], level[N];
    int e = 0, changed = 1, depth = 0, histogram[64] = {0};
    for (int i = 0; i < N; i++) {
        first[i] = e;
        edge[e++] = (i * 7 + 1) % N;
        if (i % 3)
            edge[e++] = (i + 5) % N;
        if (i % 5 == 0)
            edge[e++] = i / 2;
        level[i] = -1;
    }
    first[N] = e;
    level[0] = 0;
#pragma omp target data map(to: first, edge) map(tofrom: level)
    while (changed) {
        changed = 0;
#pragma omp target teams distribute parallel for map(tofrom: changed)
        for (int i = 0; i < N; i++) {
            int l;
#pragma omp atomic read
            l = level[i];
            if (l != depth)
                continue;
            for (int k = first[i]; k < first[i + 1]; k++) {
                int seen;
#pragma omp atomic read
                seen = level[edge[k]];
                if (seen < 0) {
#pragma omp atomic write
                    level[edge[k]] = depth + 1;
#pragma omp atomic write
                    changed = 1;
                }
            }
        }
        depth++;
    }
    for (int i = 0; i < N; i++)
        histogram[level[i] + 1]++;
    for (int i = 0; i < 64; i++)
        if (histogram[i])
            printf("%d:%d ", i - 1, histogram[i]);
    printf("%d\n", depth);
    return 0;
}
