/* nbody.c: the gravity of all bodies on each. */
#include <math.h>

#include "../harness/ppe.h"

enum { X, Y, Z, MASS, AX, AY, AZ };

static void setup(struct problem *p)
{
    int n = p->n = scaled(p, 2, 8192, 65536);
    for (int i = X; i <= Z; i++)
        fill_floats(array(p, IN, F32, n), n, i, -1, 1);
    fill_floats(array(p, IN, F32, n), n, MASS, 0.5, 1);
    for (int i = AX; i <= AZ; i++)
        array(p, OUT, F32, n);
    p->bytes = 7 * 4.0 * n;
    p->flops = 20.0 * n * n;
    p->tolerance = 1e-4;
}

static void run(struct problem *p)
{
    int n = p->n;
    const float *x = p->array[X].at, *y = p->array[Y].at, *z = p->array[Z].at, *mass = p->array[MASS].at;
    float *ax = p->array[AX].at, *ay = p->array[AY].at, *az = p->array[AZ].at;
    LOOP()
    for (int i = 0; i < n; i++) {
        float fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            float r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
            float r = 1.0f / sqrtf(r2);
            float f = mass[j] * r * r * r;
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
        ax[i] = fx;
        ay[i] = fy;
        az[i] = fz;
    }
}

const struct program SIDE(nbody) = {"nbody", "gravity, all pairs", setup, run};
