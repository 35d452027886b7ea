// declare reduction in target regions: combiners that are expressions and calls,
// initializers of both kinds and none, structures, arrays and array sections of them,
// operators for a structure, several types.
#include <limits.h>
#include <stdio.h>

#define N 3000

typedef struct { double x, y; } pair;
struct range { int low, high; long at; int count[5]; };

#pragma omp declare target
static void widen(struct range *a, const struct range *b)
{
    if (b->low < a->low)
        a->low = b->low;
    if (b->high > a->high || (b->high == a->high && b->at < a->at)) {
        a->high = b->high;
        a->at = b->at;
    }
    for (int i = 0; i < 5; i++)
        a->count[i] += b->count[i];
}

static void nothing(struct range *r)
{
    r->low = INT_MAX;
    r->high = INT_MIN;
    r->at = LONG_MAX;
    for (int i = 0; i < 5; i++)
        r->count[i] = 0;
}
#pragma omp end declare target

#pragma omp declare reduction(+ : pair : omp_out.x += omp_in.x, omp_out.y += omp_in.y)
#pragma omp declare reduction(hull : struct range : widen(&omp_out, &omp_in)) initializer(nothing(&omp_priv))
#pragma omp declare reduction(largest : int, long, double, unsigned char : \
        omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(mix : unsigned : omp_out ^= omp_in)

static void print_range(const struct range *r)
{
    printf("%d %d %ld:", r->low, r->high, r->at);
    for (int i = 0; i < 5; i++)
        printf(" %d", r->count[i]);
    printf("\n");
}

static void structures(const int *a)
{
    pair s = {1, 2};
    struct range r = {INT_MAX, INT_MIN, LONG_MAX, {1, 1, 1, 1, 1}};
#pragma omp target teams distribute parallel for map(to: a[0:N]) reduction(+: s) reduction(hull: r)
    for (int i = 0; i < N; i++) {
        struct range one = {a[i], a[i], i, {0}};
        one.count[a[i] % 5] = 1;
        widen(&r, &one);
        s.x += a[i];
        s.y -= i;
    }
    printf("%.1f %.1f\n", s.x, s.y);
    print_range(&r);
}

static void types(const int *a)
{
    int i4 = -5;
    long i8 = 1L << 40;
    double f8 = -1;
    unsigned char u1 = 0;
#pragma omp target parallel for map(to: a[0:N]) map(tofrom: i4, i8, f8, u1) reduction(largest: i4, i8, f8, u1)
    for (int i = 0; i < N; i++) {
        i4 = a[i] > i4 ? a[i] : i4;
        i8 = a[i] > i8 ? a[i] : i8;
        f8 = a[i] * 0.5 > f8 ? a[i] * 0.5 : f8;
        u1 = a[i] % 251 > u1 ? a[i] % 251 : u1;
    }
    printf("%d %ld %.1f %d\n", i4, i8, f8, u1);
}

static void arrays(const int *a)
{
    pair sums[7] = {{0, 0}};
    struct range two[4];
    unsigned bits[30] = {0};
    for (int i = 0; i < 4; i++)
        nothing(&two[i]);
#pragma omp target teams distribute parallel for map(to: a[0:N]) map(tofrom: sums, two, bits) \
        reduction(+: sums) reduction(hull: two[1:2]) reduction(mix: bits[3:20])
    for (int i = 0; i < N; i++) {
        struct range one = {a[i], a[i], i, {1}};
        widen(&two[1 + i % 2], &one);
        sums[i % 7].x += a[i];
        sums[i % 7].y += 1;
        bits[3 + i % 20] ^= a[i] * 77u;
    }
    unsigned hash = 0;
    for (int i = 0; i < 30; i++)
        hash = hash * 31 + bits[i];
    for (int i = 0; i < 7; i++)
        printf("%.1f %.1f ", sums[i].x, sums[i].y);
    printf("%u\n", hash);
    for (int i = 0; i < 4; i++)
        print_range(&two[i]);
}

int main(void)
{
    static int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i * 7919 % 10007;
    structures(a);
    types(a);
    arrays(a);
    return 0;
}
