// Loop variables of 8 and 16 bits, counting up and down.
// HOST-DIFFERS: gcc 12 miscounts distribute loops over narrow variables; this is the sequential loop's
// EXPECT: schar full -510 255
// EXPECT: uchar full 97410 255
// EXPECT: uchar step 4648 7
// EXPECT: short down 96128 128
// EXPECT: ushort down 104950676 536
// EXPECT: int8 10 4
#include <stdint.h>
#include <stdio.h>

#define LOOP(type, lo, hi, op, incr, tag) \
    do { \
        long s = 0; \
        int n = 0; \
        _Pragma("omp target teams distribute parallel for reduction(+: s, n)") \
        for (type i = lo; i op hi; incr) { \
            s += (long)i * 3 + 1; \
            n++; \
        } \
        printf("%s %ld %d\n", tag, s, n); \
    } while (0)

int main(void)
{
    LOOP(signed char, -128, 127, <, i++, "schar full");
    LOOP(unsigned char, 0, 255, <, ++i, "uchar full");
    LOOP(unsigned char, 200, 248, <=, i += 7, "uchar step");
    LOOP(short, 32000, -32000, >, i -= 500, "short down");
    LOOP(unsigned short, 65535, 65000, >=, i--, "ushort down");
    LOOP(int8_t, 5, -5, >, i -= 3, "int8");
    return 0;
}
