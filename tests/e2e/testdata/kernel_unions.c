// Unions and type punning, anonymous members, unions by value.
#include <stdint.h>
#include <stdio.h>

typedef union { float f; uint32_t u; unsigned char b[4]; } word;

struct value {
    enum { INT, DOUBLE, PAIR } kind;
    union {
        int64_t i;
        double d;
        struct { int a, b; };
    };
};

#pragma omp declare target
static word swap(word w)
{
    word r;
    for (int i = 0; i < 4; i++)
        r.b[i] = w.b[3 - i];
    return r;
}

static double number(const struct value *v)
{
    return v->kind == INT ? (double)v->i : v->kind == DOUBLE ? v->d : v->a * 0.5 + v->b;
}
#pragma omp end declare target

int main(void)
{
    word w[4] = {{1.0f}, {-2.5f}, {.u = 0x01020304}, {.b = {1, 2, 3, 4}}};
    struct value v[3] = {{INT, {.i = 1L << 40}}, {DOUBLE, {.d = 0.75}}, {.kind = PAIR, .a = 3, .b = 4}};
    uint32_t bits[4];
    double out[3];
#pragma omp target map(tofrom: w) map(to: v) map(from: bits, out)
    {
        for (int i = 0; i < 4; i++) {
            bits[i] = w[i].u;
            w[i] = swap(w[i]);
        }
        for (int i = 0; i < 3; i++)
            out[i] = number(&v[i]);
        union { double d; uint64_t u; } x = {.d = 1.0};
        out[0] += (double)(x.u >> 52);
    }
    for (int i = 0; i < 4; i++)
        printf("%x %x\n", bits[i], w[i].u);
    printf("%.1f %g %g %d\n", out[0], out[1], out[2], (int)sizeof(struct value));
    return 0;
}
