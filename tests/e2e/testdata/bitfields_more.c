// Bit-fields of every shape: signed, bool, 64-bit, packed, in unions and arrays.
#include <stdio.h>

struct odd { char c; unsigned a : 3; int b : 5; unsigned char d : 7; unsigned : 0; long e : 40; _Bool f : 1; };
struct __attribute__((packed)) tight { unsigned a : 17; long long b : 45; unsigned char c; int d : 3; };
union bits { unsigned u; struct { unsigned lo : 4, mid : 12, hi : 16; } f; };
struct nest { int x : 9; struct odd in[2]; };

#pragma omp declare target
static struct tight make(int i)
{
    struct tight t = {.b = -i, .a = 70000 + i, .d = i};
    return t;
}
static int calls;
static struct odd *at(struct odd *p) { calls++; return p + 1; }
#pragma omp end declare target
#pragma omp declare target (calls)

int main(void)
{
    struct odd o[8];
    struct tight t[8];
    union bits u[8];
    struct nest n[8];
    long r[8];
    for (int i = 0; i < 8; i++) {
        o[i] = (struct odd){.c = i, .a = i, .b = -i, .d = 3 * i, .e = -1000000000000l / (i + 1) % 100000000, .f = i & 1};
        u[i].u = 0x12345678u * (i + 1);
        n[i] = (struct nest){.x = -i, .in = {o[i], o[i]}};
    }
#pragma omp target map(tofrom: o, u, n) map(from: t, r)
    for (int i = 0; i < 8; i++) {
        o[i].a += 5;
        o[i].b = o[i].b * 3;
        long old = o[i].d++;
        old += --o[i].e;
        o[i].f |= i;
        o[i].f ^= 1;
        t[i] = make(i);
        t[i].b <<= 3;
        t[i].c = 7;
        int thirteen = 13, w = (t[i].d = thirteen);
        u[i].f.mid ^= u[i].f.hi;
        unsigned s = u[i].f.lo = u[i].f.lo + 9;
        n[i].x += n[i].in[1].b;
        at(n[i].in)->a = i + 1;
        at(n[i].in)->e -= 5;
        r[i] = old + w * 10 + s * 100 + o[i].b + (o[i].a > 3 ? o[i].a << 2 : -o[i].a) + t[i].b;
    }
    for (int i = 0; i < 8; i++)
        printf("%d %d %d %ld %d | %u %lld %d %d | %x | %d %u %ld | %ld\n", o[i].a, o[i].b, o[i].d, (long)o[i].e, o[i].f, t[i].a,
               (long long)t[i].b, t[i].c, t[i].d, u[i].u, n[i].x, n[i].in[1].a, (long)n[i].in[1].e, r[i]);
    return 0;
}
