// Struct layout on the device equals the host's: offsets seen from both sides.
#include <stddef.h>
#include <stdio.h>

struct a { char c; double d; char e; };
struct b { short s; struct a a[2]; char t; };
struct c { char x[3]; long l; float f[3]; _Bool b; void *p; short z; };
struct __attribute__((packed)) d { char c; int i; short s; double d; };
struct e { char c; _Alignas(16) int i; };
union u { struct a a; char c[30]; long l; };

#define N 22
#define FILL(r) \
    do { \
        long v[N] = {sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e), sizeof(union u), \
            offsetof(struct a, d), offsetof(struct a, e), offsetof(struct b, a), offsetof(struct b, t), offsetof(struct c, l), \
            offsetof(struct c, f), offsetof(struct c, b), offsetof(struct c, p), offsetof(struct c, z), offsetof(struct d, i), \
            offsetof(struct d, s), offsetof(struct d, d), offsetof(struct e, i), _Alignof(struct c), offsetof(struct b, a[1].e), \
            sizeof(float[3])}; \
        for (int i_ = 0; i_ < N; i_++) \
            r[i_] = v[i_]; \
    } while (0)

int main(void)
{
    long host[N], dev[N];
    struct b b = {1, {{'a', 1.5, 'b'}, {'c', 2.5, 'd'}}, 't'};
    struct d d[3] = {{'x', 1, 2, 3.5}, {'y', 4, 5, 6.5}, {'z', 7, 8, 9.5}};
    struct e e[2] = {{'p', 5}, {'q', 6}};
    FILL(host);
#pragma omp target map(from: dev) map(tofrom: b, d, e)
    {
        FILL(dev);
        b.a[1].d += b.a[0].d;
        b.t = b.a[1].e;
        d[2].d += d[1].i;
        d[1].s = (short)(d[0].c + d[2].s);
        e[1].i += e[0].i;
    }
    int same = 0;
    for (int i = 0; i < N; i++)
        same += host[i] == dev[i];
    printf("%d of %d, %g %c %g %d %d\n", same, N, b.a[1].d, b.t, d[2].d, d[1].s, e[1].i);
    return 0;
}
