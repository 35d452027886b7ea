// TOLERANCE: 1e-12
// LINK: -lm
// Functions that are given addresses of variables and of elements, in loops that become vectors on a CPU.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1003 };

typedef struct { double at, speed; int hits; } body;

#pragma omp declare target
static double next(uint64_t *s)
{
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return (double)(*s >> 11) / 9007199254740992.0;
}
static void pair(uint64_t *s, double *a, double *b)
{
    double u = next(s), r = sqrt(-2 * log(u + 1e-300)), v = next(s);
    *a = r * cos(6.28 * v);
    *b = r * sin(6.28 * v);
}
static void both(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
static void three(const double *p, double *out) { out[0] = exp(p[0]) + log(p[1]); out[1] = *(p - 1) + p[1]; *(out + 2) = out[0] - out[1]; }
static double swap(double *a, double *b, double was)
{
    double t = *a;
    *a = log(*b + 2);
    *b = exp(t / 9) + was;
    return *a;
}
static int leave(double *x, int k)
{
    if (k % 3 == 0)
        return 1;
    *x = exp(*x / 8);
    if (*x > 1.5) {
        *x -= 1;
        return 2;
    }
    return 3;
}
static void skip(double *x, int k)
{
    if (k % 2)
        return;
    *x += sqrt(fabs(*x)) + log(2 + *x * *x);
}
static double moving(const double *p, int n)
{
    double s = 0;
    while (n-- > 0)
        s += log(*p++);
    return s;
}
static double rounds(double *x, int n)
{
    double s = 0;
    for (int k = 0; k < 40; k++) {
        *x = cos(*x) * 2;
        if (k > n)
            break;
        s += *x;
    }
    return s;
}
static void advance(body *b, double *at, double *speed, int *hits)
{
    (void)b;
    *at += *speed * exp(-*at * *at);
    *speed *= 0.5;
    ++*hits;
}
static double element(const double *p, long i) { return *(p + i); }
static double grown(const double *p, long i) { return exp(element(p, i)); }
static double put(double *x, double v) { return *x = exp(v); }
#pragma omp end declare target

static void show(const char *what, const double *x, int n)
{
    double s = 0, t = 0;
    for (int i = 0; i < n; i++)
        s += x[i], t += x[i] * (i % 7);
    printf("%s %.12e %.12e\n", what, s, t);
}

int main(void)
{
    static double x[N + 2], y[3 * N], z[N], m[N][4];
    static body all[N];
    static int count[N];
    for (int i = 0; i < N + 2; i++)
        x[i] = (i % 29) / 7.0 + 0.1;
    for (int i = 0; i < N; i++)
        all[i] = (body){i % 5 / 3.0, i % 3, i}, m[i][1] = i % 11, m[i][2] = i % 13;

    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum)
    for (int i = 0; i < N; i++) {
        uint64_t s = 1000 + (uint64_t)i * 7919;
        double a, b, own = 0;
        for (int k = 0; k < 9; k++) {
            pair(&s, &a, &b);
            own += a * b + next(&s);
        }
        sum += own;
    }
    printf("pairs %.10e\n", sum);

#pragma omp target teams distribute parallel for map(to : x) map(from : y, z)
    for (int i = 0; i < N; i++)
        both(x[i], &y[i], z + i);
    show("both", y, N), show("both", z, N);
#pragma omp target teams distribute parallel for map(to : x) map(from : y)
    for (unsigned i = 1; i <= N; i++)
        three(&x[i], &y[3 * (i - 1)]);
    show("three", y, 3 * N);
#pragma omp target teams distribute parallel for map(tofrom : m) map(from : z)
    for (int i = 0; i < N; i++) {
        z[i] = swap(&m[i][1], &m[i][2], m[i][1]);
    }
    show("swap", &m[0][0], 4 * N), show("swap", z, N);
#pragma omp target teams distribute parallel for map(tofrom : z)
    for (int i = 0; i < N; i++) {
        double t = z[i];
        z[i] += swap(&t, &t, t) + t;
        z[i] += swap(&t, &z[i], 1);
    }
    show("swap", &m[0][0], 4 * N), show("swap", z, N);
#pragma omp target teams distribute parallel for map(to : x) map(from : z, count)
    for (int i = 0; i < N; i++) {
        double t = x[i], u = 1;
        count[i] = leave(&t, i) * 10 + leave(&t, 2);
        leave(&u, 1);
        skip(&t, i);
        z[i] = t + u;
    }
    show("leave", z, N);
#pragma omp target teams distribute parallel for map(to : x) map(from : z) map(tofrom : count)
    for (int i = 0; i < N; i++) {
        double t = x[i], u = 1;
        count[i] += t > 1 && leave(&u, i) == 3;
        count[i] += t < 0.9 ? leave(&u, i + 1) : 5;
        leave(&u, 1);
        skip(&t, i);
        z[i] = t + u;
    }
    int hits = 0;
    for (int i = 0; i < N; i++)
        hits = hits * 3 + count[i] * (i % 5);
    printf("leave %d\n", hits);
    show("leave", z, N);
#pragma omp target teams distribute parallel for map(to : x) map(from : z)
    for (int i = 0; i < N; i++) {
        double t = x[i], v = 0, w = rounds(&t, i % 17) + x[i];
        z[i] = put(&v, w / 100);
        z[i] += v * t;
    }
    show("rounds", z, N);
#pragma omp target teams distribute parallel for map(to : x) map(tofrom : z)
    for (int i = 0; i < N; i++) {
        double t, v, w = (v = x[i], put(&t, v / 9));
        z[i] += w + moving(&x[i], 2) + t;
    }
    show("rounds", z, N);
#pragma omp target teams distribute parallel for map(tofrom : all)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            advance(all, &all[i].at, &all[i].speed, &all[i].hits);
    for (int i = 0; i < N; i++)
        z[i] = all[i].at + all[i].speed + all[i].hits;
    show("bodies", z, N);

    // Only some lanes have an element to look at.
    static long far[N];
    for (int i = 0; i < N; i++)
        far[i] = i % 7 ? i * 1000000000000 : i;
#pragma omp target teams distribute parallel for map(to : x, far) map(from : z)
    for (int i = 0; i < N; i++)
        z[i] = i % 7 ? sin(i) : grown(x, far[i]);
    show("far", z, N);

    // One state for all iterations of a thread, and variables that outlive an iteration.
    uint64_t state = 5;
    double last = 0, other = 1;
#pragma omp target parallel for num_threads(1) firstprivate(state) lastprivate(last) private(other) map(from : last, z)
    for (int i = 0; i < N; i++) {
        z[i] = log(1 + next(&state));
        both(z[i], &last, &other);
        z[i] += other;
    }
    show("carried", z, N);
    printf("last %.12e\n", last);
    return 0;
}
