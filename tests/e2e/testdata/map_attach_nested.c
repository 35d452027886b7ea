// Structs inside structs with pointer members, mapped by section.
#include <stdio.h>
#include <stdlib.h>

struct buffer { int len; int *data; };
struct pair { struct buffer in, out; int gain; };

int main(void)
{
    struct pair p = {{12, NULL}, {12, NULL}, 3};
    p.in.data = malloc(12 * sizeof(int));
    p.out.data = malloc(12 * sizeof(int));
    int *keep = p.out.data;
    for (int i = 0; i < 12; i++)
        p.in.data[i] = i;
#pragma omp target teams distribute parallel for map(to: p.gain, p.in.data[0:12]) map(from: p.out.data[0:12])
    for (int i = 0; i < 12; i++)
        p.out.data[i] = p.in.data[11 - i] * p.gain;
    for (int i = 0; i < 12; i++)
        printf("%d ", p.out.data[i]);
    printf("%d\n", p.out.data == keep);
    free(p.in.data);
    free(p.out.data);
    return 0;
}
