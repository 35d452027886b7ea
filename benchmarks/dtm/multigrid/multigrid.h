/* multigrid.h: meshes of halving size and what is done on one. */
#ifndef MULTIGRID_H
#define MULTIGRID_H

enum { LEVELS = 12 };

/* A square of n*n points, the edge included, n = 2^k + 1. */
struct mesh {
    int n;
    double *u;    /* the unknown */
    double *f;    /* the right side */
    double *rest; /* f - A u */
};

/* hierarchy.c: makes and frees the meshes; the finest one is mesh[0]. */
int hierarchy_make(struct mesh *mesh, int finest);
void hierarchy_free(struct mesh *mesh, int levels);

/* cycle.c: one V-cycle from a level down and up again, by recursion. */
void cycle(const struct mesh *mesh, int level, int levels);

/* smooth.c */
void smooth_warm(void);
void smooth(const struct mesh *m, int sweeps);
void smooth_rest(const struct mesh *m);

/* between.c */
void between_warm(void);
void restrict_to(const struct mesh *fine, const struct mesh *coarse);
void prolong_to(const struct mesh *coarse, const struct mesh *fine);

/* norm.c */
void norm_warm(void);
double norm(int count, const double *v);

#endif
