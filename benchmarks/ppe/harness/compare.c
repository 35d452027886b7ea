/* compare.c: compares the outputs of two sides. */
#include "compare.h"

#include <math.h>
#include <stdio.h>

static double element(const struct array *a, size_t i)
{
    switch (a->type) {
    case F32:
        return ((const float *)a->at)[i];
    case F64:
        return ((const double *)a->at)[i];
    case I32:
        return ((const int32_t *)a->at)[i];
    case U32:
        return ((const uint32_t *)a->at)[i];
    }
    return NAN;
}

static double root_mean_square(const struct array *a)
{
    double sum = 0;
    for (size_t i = 0; i < a->count; i++) {
        double v = element(a, i);
        sum += v * v;
    }
    return sqrt(sum / a->count);
}

/* apart is the difference of two values in units of what is tolerated. */
static double apart(double v, double r, double size, double tolerance)
{
    double d = fabs(v - r);
    if (d == 0)
        return 0;
    double allowed = tolerance * (fabs(r) + size);
    return d <= allowed ? d / allowed : allowed > 0 && isfinite(d) ? d / allowed : INFINITY;
}

static double compare_arrays(const struct array *a, const struct array *r, const struct problem *p, size_t *where)
{
    double size = root_mean_square(r), worst = 0;
    size_t strays = 0, allowed = (size_t)(p->strays * r->count);
    *where = 0;
    if (!(size > 0))
        return INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        double d = apart(element(a, i), element(r, i), size, p->tolerance);
        if (d > 1 && strays++ < allowed)
            continue;
        if (d > worst) {
            worst = d;
            *where = i;
        }
    }
    return worst;
}

double compare(const struct problem *p, const struct problem *reference, const char *name, const char *reference_name)
{
    double worst = 0;
    for (int i = 0; i < reference->results; i++) {
        double d = apart(p->result[i], reference->result[i], 0, p->tolerance);
        if (d > 1)
            fprintf(stderr, "result %d: %s has %.17g, %s %.17g\n", i, name, p->result[i], reference_name, reference->result[i]);
        worst = fmax(worst, d);
    }
    for (int i = 0; i < reference->arrays; i++) {
        const struct array *a = &p->array[i], *r = &reference->array[i];
        size_t where;
        if (r->role != OUT)
            continue;
        double d = compare_arrays(a, r, p, &where);
        if (d > 1)
            fprintf(stderr, "array %d, element %zu: %s has %.9g, %s %.9g\n", i, where, name, element(a, where), reference_name,
                    element(r, where));
        worst = fmax(worst, d);
    }
    return worst;
}
