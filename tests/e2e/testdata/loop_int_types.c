// Loop variables of every integer type, counting up and down.
// HOST-DIFFERS: gcc 12 miscounts distribute loops over narrow variables; this is the sequential loop's
// EXPECT: schar full -510 255
// EXPECT: uchar full 97410 255
// EXPECT: uchar step 4648 7
// EXPECT: short down 96128 128
// EXPECT: ushort down 104950676 536
// EXPECT: int top 90194312033 14
// EXPECT: uint top 231928231113 18
// EXPECT: uint down 175 10
// EXPECT: long 90000000186 6
// EXPECT: ulong top -134 4
// EXPECT: llong != -3 6
// EXPECT: size_t 1150 4
// EXPECT: ptrdiff -264 6
// EXPECT: int8 10 4
// EXPECT: one 4 1
#include <stddef.h>
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
    LOOP(int, 2147483600, 2147483640, <, i += 3, "int top");
    LOOP(unsigned, 4294967200u, 4294967290u, <, i += 5, "uint top");
    LOOP(unsigned, 10, 1, >=, --i, "uint down");
    LOOP(long, 5000000000L, 5000000020L, <=, i = i + 4, "long");
    LOOP(unsigned long, 18446744073709551600ul, 18446744073709551610ul, <, i = 3 + i, "ulong top");
    LOOP(long long, -3, 3, !=, i++, "llong !=");
    LOOP(size_t, 100, 90, >, i = i - 3, "size_t");
    LOOP(ptrdiff_t, -10, -20, >=, i += -2, "ptrdiff");
    LOOP(int8_t, 5, -5, >, i -= 3, "int8");
    LOOP(uint64_t, 1, 2, <, i++, "one");
    return 0;
}
