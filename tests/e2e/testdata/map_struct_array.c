// An array of structs behind a pointer, worked on in parallel.
#include <stdio.h>
#include <stdlib.h>

typedef struct particle {
    double x[3];
    float mass;
    char kind;
    struct { short a, b; } tail;
} particle;

int main(void)
{
    int n = 77;
    particle *p = malloc(n * sizeof(particle));
    for (int i = 0; i < n; i++)
        p[i] = (particle){{i, i + 1, i + 2}, i * 0.5f, (char)('a' + i % 26), {(short)i, (short)-i}};
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++) {
        particle *q = &p[i];
        for (int k = 0; k < 3; k++)
            q->x[k] += q->mass;
        if (q->kind == 'c')
            q->tail.b = (short)(q->tail.a * 2);
        (*q).kind = (char)(q->kind - 'a' + 'A');
    }
    double s = 0;
    long t = 0;
    for (int i = 0; i < n; i++) {
        s += p[i].x[0] + 2 * p[i].x[1] + 3 * p[i].x[2];
        t += p[i].tail.a + 2 * p[i].tail.b + p[i].kind;
    }
    printf("%g %ld %c\n", s, t, p[28].kind);
    free(p);
    return 0;
}
