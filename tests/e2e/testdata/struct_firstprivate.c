// firstprivate structs and arrays of structs changed inside, unchanged outside.
#include <stdio.h>

struct state { int n; char tag[5]; double w[2]; struct { short x, y; } at; };

int main(void)
{
    struct state s = {3, "abcd", {0.5, 1.5}, {7, 8}}, many[2] = {{1, "p", {1, 2}, {3, 4}}, {2, "q", {5, 6}, {7, 8}}};
    int out[10];
#pragma omp target map(from: out) firstprivate(s, many)
    {
        s.n += 10;
        s.tag[1]++;
        many[1].at.y *= 2;
        many[0] = s;
        out[0] = s.n + s.tag[1] + many[1].at.y + many[0].at.x;
#pragma omp parallel for firstprivate(s) schedule(static, 1)
        for (int i = 1; i < 10; i++) {
            struct state t = s;
            t.at.x = (short)i;
            out[i] = t.n * t.at.x + s.at.x + (int)(many[1].w[0] * 2);
        }
    }
    printf("%d %s %d %d\n", s.n, s.tag, many[1].at.y, many[0].n);
    for (int i = 0; i < 10; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
