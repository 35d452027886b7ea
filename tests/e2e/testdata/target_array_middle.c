// A section in the middle of an array: the rest is neither read nor written.
#include <stdio.h>

int main(void)
{
    unsigned char a[64];
    for (int i = 0; i < 64; i++)
        a[i] = (unsigned char)(i * 3);
#pragma omp target map(tofrom: a[5:23])
    for (int i = 5; i < 28; i++)
        a[i] = (unsigned char)(255 - a[i]);
    for (int i = 0; i < 64; i++)
        printf("%d%c", a[i], i % 16 == 15 ? '\n' : ' ');
#pragma omp target map(tofrom: a[60:])
    a[63] = a[60];
    printf("%d\n", a[63]);
    return 0;
}
