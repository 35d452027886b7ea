// Two pieces of storage behind what turns out to be one pointer: a region can follow it to one of them only.
// MODES: separate
// HOST-DIFFERS: the host has no device
// EXIT: 1
// STDERR: error: 't\[i\]' and 't\[j\]' start from one pointer, but have storage apart on device 0
#include <stdio.h>

struct node { int a, b; };

int main(int argc, char **argv)
{
    struct node n[2] = {{1, 2}, {3, 4}}, *t[2] = {&n[0], &n[1]};
    int i = argc, j = 1;
    (void)argv;
#pragma omp target map(tofrom: t[i]->a, t[j]->b)
    t[i]->a = t[j]->b;
    printf("%d\n", n[1].a);
    return 0;
}
