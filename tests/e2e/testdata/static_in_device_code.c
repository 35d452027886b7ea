// Static variables of device functions and of blocks in regions: one object on the device, initialized once.
#include <stdio.h>

struct pair {
    int a;
    double b[2];
};

#pragma omp declare target
static int ticket(void)
{
    static int next = 10;
#pragma omp declare target to(next)
    int mine;
#pragma omp atomic capture
    mine = next++;
    return mine;
}

static struct pair *pairs(int i)
{
    static struct pair all[3] = {{1, {0.5}}, {2, {1.5, 2.5}}};
    static struct pair *last;
    if (i >= 0)
        last = &all[i];
    return last;
}

static int other(void)
{
    static int next = 1 << 4;
    static char text[] = "abc";
    static unsigned char bytes[4] = {[2] = 250};
    static int unset;
    bytes[2] += 3;
    text[1]++;
    return next += 2 + unset++ + bytes[2] + text[1] + text[2];
}
#pragma omp end declare target

int main(void)
{
    int r[8], taken[100], sum = 0;
    double d = 0;
#pragma omp target map(from: r)
    {
        static int here = 5;
        here += 2;
        r[0] = other();
        r[1] = other();
        r[2] = here;
        pairs(1)->b[1] += 4;
        r[3] = pairs(-1)->a;
    }
#pragma omp target teams distribute parallel for map(from: taken)
    for (int i = 0; i < 100; i++)
        taken[i] = ticket();
    for (int i = 0; i < 100; i++)
        sum += taken[i];
    for (int i = 0; i < 2; i++) {
#pragma omp target map(tofrom: r, d)
        {
            static const int two = 2;
            static int round = 100;
            r[4] = ticket();
            r[5] = other();
            r[6] = round;
            round += two;
            r[7] = pairs(0)->a + pairs(2)->a;
            d += pairs(1)->b[1] + pairs(0)->b[0];
        }
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", r[i]);
    printf("%d %g\n", sum, d);
    return 0;
}
