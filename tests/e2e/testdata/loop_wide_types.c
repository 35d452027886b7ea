// Loop variables of 32 and 64 bits, counting up and down.
#include <stddef.h>
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
    LOOP(int, 2147483600, 2147483640, <, i += 3, "int top");
    LOOP(unsigned, 4294967200u, 4294967290u, <, i += 5, "uint top");
    LOOP(unsigned, 10, 1, >=, --i, "uint down");
    LOOP(long, 5000000000L, 5000000020L, <=, i = i + 4, "long");
    LOOP(unsigned long, 18446744073709551600ul, 18446744073709551610ul, <, i = 3 + i, "ulong top");
    LOOP(long long, -3, 3, !=, i++, "llong !=");
    LOOP(size_t, 100, 90, >, i = i - 3, "size_t");
    LOOP(ptrdiff_t, -10, -20, >=, i += -2, "ptrdiff");
    LOOP(unsigned long, 1, 2, <, i++, "one");
    return 0;
}
