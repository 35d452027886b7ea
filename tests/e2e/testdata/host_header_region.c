// A region in a header that two files include, static in each.
// FILES: parts/header_user.c
#include <stdio.h>
#include "parts/header.h"

int other(int x);

int main(void)
{
    printf("%d %d %d\n", header_square(7), other(5), header_square(-3));
    return 0;
}
