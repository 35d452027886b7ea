// Sections of one-byte and two-byte types at odd offsets.
#include <stdbool.h>
#include <stdio.h>

int main(void)
{
    bool b[19];
    char c[33];
    short s[21];
    for (int i = 0; i < 19; i++)
        b[i] = i % 3 == 0;
    for (int i = 0; i < 33; i++)
        c[i] = (char)('A' + i % 26);
    for (int i = 0; i < 21; i++)
        s[i] = (short)(i * 1000);
#pragma omp target map(tofrom: b[1:17], c[7:19], s[3:5])
    {
        for (int i = 1; i < 18; i++)
            b[i] = !b[i];
        for (int i = 7; i < 26; i++)
            c[i] += 32;
        for (int i = 3; i < 8; i++)
            s[i] = (short)-s[i];
    }
    for (int i = 0; i < 19; i++)
        printf("%d", b[i]);
    printf(" %.33s", c);
    for (int i = 0; i < 21; i++)
        printf(" %d", s[i]);
    printf("\n");
    return 0;
}
