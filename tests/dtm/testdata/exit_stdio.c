// stdout's buffer is a mapped block, changed by the device, and written by exit only.
#include "torture.h"

enum { SIZE = 1 << 18 };

int main(void)
{
    unsigned char *buffer = malloc(SIZE);
    must(buffer);
    dev_set_bytes(buffer, SIZE, 'z');
    setvbuf(stdout, (char *)buffer, _IOFBF, SIZE);
    for (int i = 0; i < 20000; i++)
        printf("%c", i % 60 == 59 ? 10 : 'a' + i % 7);
    dev_add_bytes(buffer, SIZE, 1);
    dev_add_bytes(buffer, SIZE, -1);
    for (int i = 0; i < 2000; i++)
        printf("line %d\n", i);
    dev_add_bytes(buffer, SIZE, 0); /* written by the device and never looked at */
    return 0;
}
