// %s of text that is no literal: devices cannot print it.
#include <stdio.h>

void f(char *text, int n)
{
#pragma omp target map(to: text[0:n])
    {
        printf("%s %d\n", "literal", n);
        printf("%s\n", text); // ERROR "%s|printf"
    }
}
