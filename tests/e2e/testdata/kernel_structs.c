// Structs in the kernel: initializers, copies, parameters and results by value,
// members that are arrays, nested designators, compound literals.
#include <stdio.h>

typedef struct { double v[3]; } vec;
struct body { vec pos, vel; int id; };

#pragma omp declare target
static vec add(vec a, vec b)
{
    for (int i = 0; i < 3; i++)
        a.v[i] += b.v[i];
    return a;
}

static vec scaled(vec a, double f) { return (vec){{a.v[0] * f, a.v[1] * f, a.v[2] * f}}; }

static struct body moved(struct body b, double t)
{
    b.pos = add(b.pos, scaled(b.vel, t));
    return b;
}

static double norm1(const vec *a) { return a->v[0] + a->v[1] + a->v[2]; }
static double moved_x(struct body b) { return moved(b, 1).pos.v[0]; }
static int literal(struct body b) { return (struct body){.id = b.id + 3}.id; }
#pragma omp end declare target

int main(void)
{
    struct body b[6];
    double out[6];
    for (int i = 0; i < 6; i++)
        b[i] = (struct body){.id = i, .pos.v = {i, 0, -i}, .vel = {{1, [2] = 0.5}}};
#pragma omp target teams distribute parallel for map(tofrom: b) map(from: out)
    for (int i = 0; i < 6; i++) {
        struct body old = b[i], arr[2] = {[1] = old};
        b[i] = moved(b[i], 2);
        arr[0] = arr[1];
        arr[1].id = -1;
        out[i] = norm1(&b[i].pos) - norm1(&old.pos) + norm1(&(vec){{i, 1, 2}}) + arr[0].id + arr[1].id
            + moved_x(old) + literal(old);
        b[i].vel = i & 1 ? old.pos : arr[1].vel;
    }
    for (int i = 0; i < 6; i++)
        printf("%g %g %g %g %d\n", out[i], b[i].pos.v[0], b[i].pos.v[2], b[i].vel.v[2], b[i].id);
    return 0;
}
