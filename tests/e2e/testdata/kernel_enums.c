// Enum arithmetic, negative and large values, enum in struct and switch, local enum.
#include <stdio.h>

enum dir { NORTH, EAST, SOUTH, WEST, COUNT };
typedef enum { BIG = 0x7fffffff, NEG = -5 } extreme;

#pragma omp declare target
static enum dir turn(enum dir d, int by) { return (enum dir)((d + by + COUNT) % COUNT); }
#pragma omp end declare target

int main(void)
{
    static const int dx[COUNT] = {0, 1, 0, -1}, dy[COUNT] = {[SOUTH] = 1, [NORTH] = -1};
    struct { enum dir d; int x, y; } ant = {WEST, 0, 0};
    extreme e = NEG;
    int r[3];
#pragma omp target map(tofrom: ant, e) map(from: r)
    {
        enum { LOCAL = COUNT * 2, NEXT } l = NEXT;
        for (int i = 0; i < 50; i++) {
            ant.d = turn(ant.d, i % 3 - 1);
            ant.x += dx[ant.d];
            ant.y += dy[ant.d];
        }
        ant.d++;
        r[0] = (int)l + LOCAL;
        r[1] = e < 0;
        e = BIG;
        r[2] = (int)sizeof(enum dir) + (e == BIG ? 10 : 0);
    }
    printf("%d %d %d %d %d %d %d\n", ant.d, ant.x, ant.y, r[0], r[1], r[2], (int)e);
    return 0;
}
