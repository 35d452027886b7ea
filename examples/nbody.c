/* nbody.c: bodies that attract each other, with a declare target function and
 * structures. Momentum is conserved, and that is what is checked. */
#include <math.h>
#include <stdio.h>

struct vector {
    double x, y, z;
};
struct body {
    struct vector place, speed;
    double mass;
};

enum { N = 512, STEPS = 10 };
static struct body bodies[N];

#pragma omp declare target
/* The pull of b on a body at place. */
static struct vector pull(struct vector place, const struct body *b)
{
    double dx = b->place.x - place.x, dy = b->place.y - place.y, dz = b->place.z - place.z;
    double square = dx * dx + dy * dy + dz * dz + 1e-3, scale = b->mass / (square * sqrt(square));
    return (struct vector){dx * scale, dy * scale, dz * scale};
}
#pragma omp end declare target

static void step(double dt)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
        struct vector sum = {0, 0, 0};
        for (int j = 0; j < N; j++) {
            struct vector p = pull(bodies[i].place, &bodies[j]);
            sum.x += p.x;
            sum.y += p.y;
            sum.z += p.z;
        }
        bodies[i].speed.x += dt * sum.x;
        bodies[i].speed.y += dt * sum.y;
        bodies[i].speed.z += dt * sum.z;
    }
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
        bodies[i].place.x += dt * bodies[i].speed.x;
        bodies[i].place.y += dt * bodies[i].speed.y;
        bodies[i].place.z += dt * bodies[i].speed.z;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        bodies[i] = (struct body){{cos(i), sin(2.0 * i), cos(3.0 * i)}, {0, 0, 0}, 1.0 / N};
#pragma omp target data map(tofrom: bodies)
    for (int k = 0; k < STEPS; k++)
        step(0.01);
    double x = 0, y = 0, z = 0, energy = 0;
    for (int i = 0; i < N; i++) {
        const struct body *b = &bodies[i];
        x += b->mass * b->speed.x;
        y += b->mass * b->speed.y;
        z += b->mass * b->speed.z;
        energy += b->mass / 2 * (b->speed.x * b->speed.x + b->speed.y * b->speed.y + b->speed.z * b->speed.z);
    }
    double momentum = sqrt(x * x + y * y + z * z);
    printf("momentum is zero: %s; kinetic energy %.9f\n", momentum < 1e-12 ? "yes" : "no", energy);
    return !(momentum < 1e-12 && energy > 0);
}
