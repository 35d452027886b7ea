#include <stdio.h>
struct flags { unsigned a : 3; int b : 5; const char *name; };
static const struct flags table[3] = {{1, -2, "x"}, {5, 7, "yy"}, {.b = 3}};
int main(void)
{
    int r[3];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 3; i++)
        r[i] = table[i].a * 100 + table[i].b + (table[i].name ? table[i].name[0] : 0);
    printf("%d %d %d\n", r[0], r[1], r[2]);
    return 0;
}
