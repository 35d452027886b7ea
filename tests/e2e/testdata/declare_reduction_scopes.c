// Where declare reduction directives are visible: the innermost scope with one for the
// type decides, also in device functions and regions; constructs inside of regions.
#include <stdio.h>

#pragma omp declare target
struct big { long v[30]; char tag; };

static void add_big(struct big *a, struct big *b)
{
    for (int k = 0; k < 30; k++)
        a->v[k] += b->v[k];
    a->tag |= b->tag;
}

#pragma omp declare reduction(+ : struct big : add_big(&omp_out, &omp_in))

static void orphan(struct big *result, int n)
{
    struct big sum = {{0}, 0};
    int most = -7;
#pragma omp declare reduction(most : int : omp_out = omp_out < omp_in ? omp_in : omp_out) initializer(omp_priv = -100)
#pragma omp parallel for reduction(+: sum) reduction(most: most)
    for (int i = 0; i < n; i++) {
        sum.v[i % 30] += i;
        sum.tag |= i & 15;
        most = i > most ? i : most;
    }
    *result = sum;
    result->v[0] += most;
}

static void shared_loop(int *out, int n)
{
#pragma omp declare reduction(most : int : omp_out = omp_out < omp_in ? omp_in : omp_out) initializer(omp_priv = -100)
#pragma omp for reduction(most: out[1:3])
    for (int i = 0; i < n; i++)
        out[1 + i % 3] = out[1 + i % 3] < i ? i : out[1 + i % 3];
}
#pragma omp end declare target

union number { int i; float f; };
enum color { RED, GREEN, BLUE };

#pragma omp declare reduction(blend : enum color : omp_out = (enum color)(omp_out | omp_in)) initializer(omp_priv = RED)
#pragma omp declare reduction(blend : union number : omp_out.f += omp_in.f) initializer(omp_priv = {.f = 0.0f})
#pragma omp declare reduction(fold : int, long long : omp_out += omp_in) initializer(omp_priv = 0)

static void shadowing(void)
{
    typedef struct { float v[3]; } vector;
    vector v = {{1, 2, 3}};
    int product = 1, sum = 10;
    long long wide = 0;
#pragma omp declare reduction(+ : vector : omp_out.v[0] += omp_in.v[0], omp_out.v[2] += omp_in.v[2])
#pragma omp target teams map(tofrom: v, sum, wide) reduction(+: v) reduction(fold: sum, wide)
#pragma omp distribute parallel for reduction(+: v) reduction(fold: sum, wide)
    for (int i = 0; i < 90; i++) {
        v.v[i % 3] += 1;
        sum += i;
        wide += 1LL << 33;
    }
    printf("%.1f %.1f %d %lld\n", v.v[0], v.v[2], sum, wide);
    {
#pragma omp declare reduction(fold : int : omp_out *= omp_in) initializer(omp_priv = 1)
#pragma omp target parallel for map(tofrom: product, wide) reduction(fold: product, wide)
        for (int i = 1; i < 8; i++) {
            product *= i;
            wide += i;
        }
    }
    printf("%d %lld\n", product, wide);
#pragma omp target parallel num_threads(3) map(tofrom: product, sum)
    {
#pragma omp declare reduction(fold : int : omp_out ^= omp_in) initializer(omp_priv = 0)
#pragma omp sections reduction(fold: product)
        {
#pragma omp section
            product ^= 3;
#pragma omp section
            product ^= 5;
        }
#pragma omp single
        {
#pragma omp simd reduction(fold: sum)
            for (int i = 0; i < 100; i++)
                sum ^= i;
        }
    }
    printf("%d %d\n", product, sum);
}

int main(void)
{
    struct big b = {{0}, 0};
#pragma omp target map(from: b)
    orphan(&b, 1000);
    long hash = 0;
    for (int k = 0; k < 30; k++)
        hash = hash * 7 + b.v[k];
    printf("%ld %d\n", hash, b.tag);

    int out[5] = {-5, -5, -5, -5, -5};
#pragma omp target parallel map(tofrom: out)
    shared_loop(out, 100);
    for (int i = 0; i < 5; i++)
        printf("%d ", out[i]);

    enum color color = RED;
    union number number = {.f = 1.5f};
#pragma omp target teams distribute parallel for simd reduction(blend: color, number)
    for (int i = 0; i < 999; i++) {
        number.f += 0.5f;
        if (i % 100 == 3)
            color = (enum color)(color | i % 3);
    }
    printf("%d %.1f\n", color, number.f);
    shadowing();

    int host = 0;
#pragma omp parallel for reduction(fold: host)
    for (int i = 0; i < 10; i++)
        host += i;
    printf("%d\n", host);
    return 0;
}
