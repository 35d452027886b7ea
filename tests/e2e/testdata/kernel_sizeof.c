// sizeof does not evaluate, except of variable-length types; sizeof of parameters,
// rows, strings, expressions and members.
// FLAGS: -Wno-sizeof-array-argument
#include <stddef.h>
#include <stdio.h>

struct s { char c; double d[3]; };

#pragma omp declare target
static size_t of_parameter(int a[10], double b[4][5]) { return sizeof a * 100 + sizeof b[0] + sizeof *a; }
static int touch(int *p) { return ++*p; }
#pragma omp end declare target

int main(void)
{
    size_t r[10];
    int a[10] = {0}, n = 6;
    double b[4][5];
#pragma omp target map(from: r) map(tofrom: a) map(to: b)
    {
        int k = 0;
        r[0] = of_parameter(a, b);
        r[1] = sizeof(a) + sizeof a / sizeof *a;
        r[2] = sizeof touch(&a[0]) + sizeof(a[1]++) + sizeof(k = 5);
        r[3] = sizeof "hello" + sizeof("a" "b") + sizeof(b) + sizeof b[1];
        r[4] = sizeof(struct s) + sizeof(double[3]);
        r[5] = sizeof(int[n]) + (size_t)k;
        r[6] = sizeof(char) + sizeof(short) * 10 + sizeof(void *) * 100 + sizeof(size_t) * 1000;
        r[7] = sizeof((char)1) + sizeof((char)1 + (char)1) + sizeof(1 == 1.0) + sizeof(!0);
        r[8] = sizeof(1 ? 1 : 2.0) + sizeof(1 ? (char)1 : (short)1);
        r[9] = sizeof b[0][0] * sizeof(float) - 40;
    }
    for (int i = 0; i < 10; i++)
        printf("%zu ", r[i]);
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
