// Objects of which the program maps a part, used by regions that do not name them: the
// region has the part that is present.
#include <stdio.h>
#include <stdlib.h>

struct state { int n; double *a; double *b; int pad[5]; double c[16]; };

static void members(void)
{
    struct state s = {.n = 16};
    s.a = malloc(16 * sizeof(double));
    s.b = malloc(16 * sizeof(double));
    for (int i = 0; i < 16; i++)
        s.a[i] = i, s.b[i] = 2, s.c[i] = 3;
#pragma omp target data map(tofrom: s.a[0:s.n]) map(to: s.b[0:16], s.n)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < s.n; i++)
            s.a[i] *= s.b[i];
    }
    printf("%g %g\n", s.a[1], s.a[15]);
#pragma omp target enter data map(to: s.a[0:16], s.c[4:8])
#pragma omp target teams distribute parallel for
    for (int i = 4; i < 12; i++)
        s.a[i] += s.c[i]++;
#pragma omp target exit data map(from: s.a[0:16], s.c[4:8])
    printf("%g %g %g %g\n", s.a[3], s.a[4], s.c[11], s.c[12]);
    free(s.a);
    free(s.b);
}

static void sections(void)
{
    int a[40];
    static float m[8][8];
    for (int i = 0; i < 40; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a[0:20])
#pragma omp target
    for (int i = 0; i < 20; i++)
        a[i] *= 2;
#pragma omp target data map(tofrom: a[20:20])
#pragma omp target teams distribute parallel for
    for (int i = 20; i < 40; i++)
        a[i] *= 3;
    printf("%d %d %d\n", a[19], a[20], a[39]);
#pragma omp target enter data map(to: m[2:3])
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 2; i < 5; i++)
        for (int j = 0; j < 8; j++)
            m[i][j] = i * j;
#pragma omp target exit data map(from: m[2:3])
    printf("%g %g %g\n", m[2][1], m[4][7], m[5][7]);
}

int main(void)
{
    members();
    sections();
    return 0;
}
