// Declare target structs and arrays used by parallel regions, updated in parts.
#include <stdio.h>

#pragma omp declare target
struct config { int n; double k[4]; char name[8]; };
struct config cfg = {4, {1, 2, 3, 4}, "init"};
int grid[5][7];
static unsigned long seed = 88172645463325252u;

static unsigned long next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}
#pragma omp end declare target

int main(void)
{
    unsigned long got[3];
    double s = 0;
#pragma omp target map(from: got)
    for (int i = 0; i < 3; i++)
        got[i] = next();
    cfg.k[2] = 30;
    cfg.name[0] = 'I';
#pragma omp target update to(cfg)
#pragma omp target teams distribute parallel for collapse(2) reduction(+: s)
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++) {
            grid[i][j] = i * 10 + j;
            s += cfg.k[(i + j) % cfg.n] + cfg.name[0];
        }
#pragma omp target update from(grid[1:2][0:7])
    printf("%lx %lx %lx\n", got[0], got[1], got[2]);
    printf("%g %d %d\n", s, grid[1][0], grid[2][6]);
    return 0;
}
