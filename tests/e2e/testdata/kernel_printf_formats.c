// Precision and width from arguments, %s of literals, flags, adjacent literals.
#include <stdio.h>

#define FMT "%d" "|"

int main(void)
{
    int n = 3;
#pragma omp target
    {
        printf("%*d|%-*d|%.*f|\n", 6, n, 4, n, 2, 1.2345);
        printf("%5s|%-5s|%.2s|\n", "ab", "cd", "efgh");
        printf(FMT FMT "%+d % d %03d\n", n, -n, n, n, n);
        printf("%g %g %e %G %a\n", 1e-5, 1e20, 12345.678, 1e-10, 0.5);
        printf("%c%c%c 100%% \"quoted\" \\ \ttab\n", 'a', 'b' + 1, 0x41);
        printf("%x %#o %#X %u\n", 3735928559u, 8, 255, 4294967295u);
    }
    return 0;
}
