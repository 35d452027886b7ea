// Packed bit-fields that cross the boundaries of their types' units.
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) cross {
    unsigned a : 20, b : 20;
    int c : 9;
    unsigned long d : 60;
    unsigned short e : 11, f : 14;
    signed char last;
};

int main(void)
{
    struct cross x[10];
    unsigned char bytes[sizeof x];
    long r[10];
    for (int i = 0; i < 10; i++)
        x[i] = (struct cross){1000 * i, 77777 * i, -25 * i, 123456789012ul * i, 200 * i, 1600 * i, -i};
#pragma omp target teams distribute parallel for map(tofrom: x) map(from: r)
    for (int i = 0; i < 10; i++) {
        r[i] = (long)x[i].d + x[i].b + x[i].c;
        x[i].a ^= x[i].b;
        x[i].b += 5;
        x[i].c--;
        x[i].d = x[i].d * 3 + x[i].e;
        x[i].e = x[i].f, x[i].f = i;
        struct cross y = {.d = x[i].d, .f = x[i].e, .c = i};
        r[i] += y.d % 1000 + y.f * y.c + y.a;
        x[i].last += (y = x[i]).c;
    }
    memcpy(bytes, x, sizeof x);
    for (int i = 0; i < 10; i++)
        printf("%ld ", r[i]);
    for (int i = 0; i < (int)sizeof x; i++) {
        if (i % (int)sizeof *x == 16)
            bytes[i] &= 0x3f; // two bits of padding
        printf("%02x", bytes[i]);
    }
    printf("\n");
    return 0;
}
