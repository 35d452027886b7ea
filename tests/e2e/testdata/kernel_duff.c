// A switch that jumps into a loop, labels of the same name in several functions,
// loops that goto makes.
#include <stdio.h>

#pragma omp declare target
static void copy(short *to, const short *from, int n)
{
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            *to++ = *from++;
    case 3:
            *to++ = *from++;
    case 2:
            *to++ = *from++;
    case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

static int first(int n)
{
    int k = 0;
loop:
    if (k * k < n) {
        k++;
        goto loop;
    }
    return k;
}

static int second(int n)
{
    int s = 0;
loop:
    s += n;
    if (n--)
        goto loop;
    return s;
}
#pragma omp end declare target

int main(void)
{
    short a[20], out[5][20];
    int r[5][2];
    for (int i = 0; i < 20; i++)
        a[i] = (short)(i * 3);
    for (int i = 0; i < 100; i++)
        out[i / 20][i % 20] = -1;
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: out) map(from: r)
    for (int i = 0; i < 5; i++) {
        copy(out[i], a + i, i * 3 + 4);
        r[i][0] = first(i * 17);
        r[i][1] = second(i * 2);
    }
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 20; j++)
            printf("%d ", out[i][j]);
        printf("%d %d\n", r[i][0], r[i][1]);
    }
    return 0;
}
