// A format that is no literal: devices read formats at compile time.
#include <stdio.h>

void f(char *text, int n)
{
#pragma omp target map(to: text[0:n])
    {
        printf("%s %d\n", "literal", n);
        printf(text, n); // ERROR "format of printf"
    }
}
