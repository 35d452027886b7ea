// Copies of nothing succeed, whatever the addresses; parts of arrays of five dimensions move both ways and within a device.
// HOST-DIFFERS: the host has no device memory
// EXPECT: 0 0 0
// EXPECT: 96 right, 0 wrong
// EXPECT: 0 wrong
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { A = 7, B = 6, C = 5, D = 4, E = 3 };
static int s[A][B][C][D][E], t[A][B][C][D][E];

int main(void)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device(), wrong = 0, right = 0, rows[120];
    size_t volume[5] = {3, 2, 4, 2, 2}, from[5] = {1, 3, 0, 2, 1}, to[5] = {4, 0, 1, 0, 0}, shape[5] = {A, B, C, D, E};
    size_t none[2] = {0, 5}, two[2] = {2, 5}, origin[2] = {0, 0}, place[2] = {5, 3}, plane[2] = {10, 12};
    int *d = omp_target_alloc(sizeof s, dev);
    printf("%d %d %d\n", omp_target_memcpy(NULL, NULL, 0, 0, 0, dev, host), omp_target_memcpy(s, NULL, 0, 0, 0, host, dev),
        omp_target_memcpy_rect(s, s, 4, 2, none, origin, origin, plane, plane, host, dev));
    for (int i = 0; i < A * B * C * D * E; i++)
        ((int *)s)[i] = i;
    memset(t, 255, sizeof t);
    omp_target_memcpy(d, t, sizeof t, 0, 0, dev, host);
    omp_target_memcpy_rect(d, s, sizeof(int), 5, volume, to, from, shape, shape, dev, host);
    omp_target_memcpy(t, d, sizeof t, 0, 0, host, dev);
    for (int a = 0; a < A; a++)
        for (int b = 0; b < B; b++)
            for (int c = 0; c < C; c++)
                for (int e = 0; e < D; e++)
                    for (int f = 0; f < E; f++) {
                        int in = a >= 4 && b < 2 && c >= 1 && e < 2 && f < 2;
                        right += in;
                        wrong += t[a][b][c][e][f] != (in ? s[a - 3][b + 3][c - 1][e + 2][f + 1] : -1);
                    }
    printf("%d right, %d wrong\n", right, wrong);
    omp_target_memcpy(d, s, sizeof rows, 0, 0, dev, host);
    omp_target_memcpy_rect(d, d, sizeof(int), 2, two, place, origin, plane, plane, dev, dev);
    omp_target_memcpy(rows, d, sizeof rows, 0, 0, host, dev);
    wrong = 0;
    for (int i = 0; i < 120; i++) {
        int row = i / 12, column = i % 12, in = row >= 5 && row < 7 && column >= 3 && column < 8;
        wrong += rows[i] != (in ? i - 63 : i);
    }
    printf("%d wrong\n", wrong);
    omp_target_free(d, dev);
    return 0;
}
