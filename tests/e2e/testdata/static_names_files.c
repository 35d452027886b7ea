// Static functions, variables and struct tags of the same name in two files.
// FILES: parts/same_names.c
#include <stdio.h>

struct item { int a; double b; };

#pragma omp declare target
static int state = 100;
static int step(struct item *i) { return i->a + state; }
#pragma omp end declare target

int other_region(int x);

int main(void)
{
    struct item it = {5, 0.5};
    int r = 0;
#pragma omp target map(to: it) map(from: r)
    {
        state++;
        r = step(&it);
    }
    printf("%d %d %d\n", r, other_region(3), other_region(4));
    return 0;
}
