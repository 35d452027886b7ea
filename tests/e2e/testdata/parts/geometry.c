// Part of several programs: device functions that live in a file of their own.
#include "geometry.h"

#pragma omp declare target
double geometry_scale = 1;
int geometry_count[2];
static double half(double v) { return v / 2; }

struct point midpoint(struct point a, struct point b)
{
    struct point m = {half(a.x + b.x), half(a.y + b.y)};
    return m;
}

double norm1(const struct point *p)
{
    return (p->x < 0 ? -p->x : p->x) + (p->y < 0 ? -p->y : p->y);
}

void geometry_note(int which) { geometry_count[which]++; }
#pragma omp end declare target

void set_scale(double s)
{
    geometry_scale = s;
#pragma omp target update to(geometry_scale)
}

int geometry_calls(void)
{
#pragma omp target
    geometry_note(1);
#pragma omp target update from(geometry_count)
    return geometry_count[1] * 10 + geometry_count[0];
}
