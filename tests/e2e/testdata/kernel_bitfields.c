// Bit-fields on the device: signed, unsigned, straddling, increments, layout.
#include <stdio.h>

struct packed {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 24;
    unsigned long d : 40;
    signed char e : 4;
    int : 0;
    _Bool f : 1;
    int plain;
    unsigned short g : 9, h : 7;
};

#pragma omp declare target
static int twist(struct packed *p)
{
    int r = p->a++;
    p->b -= 9;
    p->c = p->c * 3 + (unsigned)r;
    p->d <<= 1;
    p->e = (signed char)(p->e + 1);
    p->f = 2;
    p->plain += p->b;
    p->h ^= p->g;
    return p->b + (p->g = 511) + r;
}
#pragma omp end declare target

int main(void)
{
    struct packed p[3] = {{7, -8, 0xffffff, 0xffffffffffUL, 7, 0, 100, 3, 5}, {1, 15, 1, 1, -8, 1, 0, 256, 127}};
    int r[3];
#pragma omp target map(tofrom: p) map(from: r)
    {
        for (int i = 0; i < 2; i++)
            r[i] = twist(&p[i]);
        p[2] = p[1];
        p[2].a = p[2].a + 6u;
        r[2] = p[2].a * 100 + p[2].e;
    }
    for (int i = 0; i < 3; i++)
        printf("%u %d %u %lu %d %d %d %u %u %d\n", p[i].a, p[i].b, p[i].c, (unsigned long)p[i].d, p[i].e, p[i].f, p[i].plain,
            p[i].g, p[i].h, r[i]);
    return 0;
}
