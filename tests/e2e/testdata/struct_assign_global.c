// Struct and array-of-struct traffic between mapped, team-local and private memory.
#include <stdio.h>

struct big { int id; double v[7]; char s[3]; };

int main(void)
{
    struct big in[4], out[4], one = {99, {9}, "z"};
    for (int i = 0; i < 4; i++)
        in[i] = (struct big){i, {i, 2 * i, [6] = 6}, {(char)('a' + i)}};
#pragma omp target map(to: in, one) map(from: out)
    {
        struct big team[2] = {one, in[3]};
        struct big *p = &team[1];
        team[0].id++;
#pragma omp parallel for
        for (int i = 0; i < 4; i++) {
            struct big own = in[i], *q = &out[i];
            own.v[1] += p->v[1];
            *q = own;
            if (i == 2)
                *q = team[0];
            else if (i == 3)
                out[i].v[6] = (own = team[1], own.v[6] * 2);
        }
        in[0].id = 5;
        team[1] = out[1];
        out[0].s[1] = team[1].s[0];
    }
    for (int i = 0; i < 4; i++)
        printf("%d %g %g %g %c\n", out[i].id, out[i].v[0], out[i].v[1], out[i].v[6], out[i].s[0]);
    printf("%c\n", out[0].s[1]);
    return 0;
}
