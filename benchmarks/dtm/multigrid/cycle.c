/* cycle.c: the V-cycle. No loop of the device is here. */
#include "multigrid.h"

enum { BEFORE = 2, AFTER = 2, COARSEST = 20 };

static void correct(const struct mesh *mesh, int level, int levels)
{
    smooth_rest(&mesh[level]);
    restrict_to(&mesh[level], &mesh[level + 1]);
    cycle(mesh, level + 1, levels);
    prolong_to(&mesh[level + 1], &mesh[level]);
}

void cycle(const struct mesh *mesh, int level, int levels)
{
    if (level == levels - 1) {
        smooth(&mesh[level], COARSEST);
        return;
    }
    smooth(&mesh[level], BEFORE);
    correct(mesh, level, levels);
    smooth(&mesh[level], AFTER);
}
