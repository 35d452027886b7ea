// Struct parameters with arrays and pointers, returned structs used in place,
// functions that change their parameters.
#include <stdio.h>

struct mat { int n; float v[2][2]; };
struct view { const float *p; int stride; };

#pragma omp declare target
static struct mat mul(struct mat a, struct mat b)
{
    struct mat r = {a.n + b.n, {{0}}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                r.v[i][j] += a.v[i][k] * b.v[k][j];
    a.n = b.n = -1;
    return r;
}

static float corner(struct mat m) { return mul(m, m).v[0][1]; }
static float at(struct view w, int i) { return w.p[i * w.stride]; }
static struct view column(const float *p, int c) { return (struct view){p + c, 3}; }
static int gcd(int a, int b)
{
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}
#pragma omp end declare target

int main(void)
{
    struct mat m[5];
    float flat[12], out[5];
    int g[5];
    for (int i = 0; i < 5; i++)
        m[i] = (struct mat){i, {{1, i}, {0, 1}}};
    for (int i = 0; i < 12; i++)
        flat[i] = i * i;
#pragma omp target teams distribute parallel for map(tofrom: m) map(to: flat) map(from: out, g)
    for (int i = 0; i < 5; i++) {
        m[i] = mul(mul(m[i], m[i]), m[i]);
        out[i] = at(column(flat, i % 3), i % 4) + corner(m[i]);
        g[i] = gcd(i * 12 + 60, 84);
    }
    for (int i = 0; i < 5; i++)
        printf("%d %g %g %d\n", m[i].n, m[i].v[0][1], out[i], g[i]);
    return 0;
}
