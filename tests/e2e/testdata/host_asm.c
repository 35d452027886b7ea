// Inline assembly, vectors, 128-bit integers, long double and complex numbers in
// the host part of a file with regions.
// LINK: -lm
#include <complex.h>
#include <math.h>
#include <stdio.h>

typedef float v4 __attribute__((vector_size(16)));

static unsigned long add(unsigned long a, unsigned long b)
{
#if defined(__x86_64__)
    __asm__("addq %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a;
#else
    return a + b;
#endif
}

int main(void)
{
    v4 v = {1, 2, 3, 4};
    unsigned __int128 big = (unsigned __int128)1 << 100;
    long double ld = 1.25L;
    double complex z = 3 + 4 * I;
    float out[4];
    v *= v;
    for (int i = 0; i < 4; i++)
        out[i] = v[i];
#pragma omp target map(tofrom: out)
    for (int i = 0; i < 4; i++)
        out[i] += 1;
    printf("%lu %g %g %lu %Lg %g\n", add(40, 2), out[0], out[3], (unsigned long)(big >> 90), ld * 2, cabs(z));
    return 0;
}
