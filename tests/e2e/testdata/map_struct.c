// Struct variables, nested, with arrays inside, padding and unions.
#include <stdio.h>

struct inner {
    char tag;
    double w[3];
    short s;
};

struct outer {
    int n;
    struct inner in[2];
    union {
        unsigned bits;
        float f;
    } u;
    char last;
};

int main(void)
{
    struct outer o = {3, {{'a', {1, 2, 3}, 4}, {'b', {5, 6, 7}, 8}}, {0x3f800000}, 'z'};
    struct outer copy;
#pragma omp target map(tofrom: o) map(from: copy)
    {
        o.n += (int)sizeof(struct outer);
        o.in[1].w[2] *= o.u.f;
        o.in[0] = o.in[1];
        o.in[1].tag++;
        o.u.f = -2;
        o.last = (char)(o.last - 1);
        copy = o;
        copy.in[0].s = -1;
    }
    printf("%d %c %g %d %x %c\n", o.n, o.in[0].tag, o.in[0].w[2], o.in[0].s, o.u.bits, o.last);
    printf("%c %d %c %g\n", copy.in[1].tag, copy.in[0].s, copy.last, copy.u.f);
    return 0;
}
