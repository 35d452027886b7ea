// Sections of struct members: s.p[0:n], several of one struct, and s itself.
#include <stdio.h>
#include <stdlib.h>

struct vec {
    int n;
    float *p;
    double fixed[4];
    int *q;
};

int main(void)
{
    struct vec s = {40, malloc(40 * sizeof(float)), {1, 2, 3, 4}, malloc(10 * sizeof(int))};
    for (int i = 0; i < s.n; i++)
        s.p[i] = i;
    for (int i = 0; i < 10; i++)
        s.q[i] = i * i;
    float *hostp = s.p;
#pragma omp target map(to: s.n) map(tofrom: s.p[0:s.n])
    for (int i = 0; i < s.n; i++)
        s.p[i] *= 2;
#pragma omp target map(tofrom: s.fixed) map(to: s.q[2:5])
    for (int i = 0; i < 4; i++)
        s.fixed[i] += s.q[i + 2];
#pragma omp target map(tofrom: s.fixed[1:2])
    s.fixed[2] = -s.fixed[1];
    printf("%d %g %g %d\n", s.n, s.p[1], s.p[39], s.p == hostp);
    for (int i = 0; i < 4; i++)
        printf("%g ", s.fixed[i]);
    printf("\n");
    free(s.p);
    free(s.q);
    return 0;
}
