// Loops of simd constructs, which the device compiler may turn into vectors: with
// conditions, private and linear variables, reductions, local arrays, strides and
// gathers, ordered regions, within other constructs, in functions, and with dependences that safelen
// allows or that lead forward in the body.
#include <stdio.h>

enum { N = 531 };

#pragma omp declare target
static void raise(int n, float *x, const float *y)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        if (y[i] > 3)
            x[i] += y[i];
}
#pragma omp end declare target

static void show(const char *what, const float *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (i % 13);
    printf("%s %.3f %.3f\n", what, sum, x[n - 1]);
}

int main(void)
{
    float a[N * 4], b[N * 4], c[N];
    int at[N], last = 0, sum = 0;
    float t = 0, least = 1e9f;
    for (int i = 0; i < N * 4; i++) {
        a[i] = (float)(i * 7 % 23);
        b[i] = (float)(i * 5 % 17);
    }
    for (int i = 0; i < N; i++) {
        at[i] = (i * 10) % N;
        c[i] = 1;
    }
#pragma omp target data map(tofrom: a, b, c) map(to: at)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 3; i++) {
#pragma omp simd private(t)
            for (int j = 0; j < N; j++) {
                t = a[3 * N + j] + b[j];
                if (a[i * N + j] > t)
                    a[i * N + j] = t;
            }
        }
#pragma omp target simd
        for (int i = 0; i < N; i++) {
            float pair[2] = {b[i], c[i]};
            c[i] = pair[at[i] & 1] + b[i + N];
        }
#pragma omp target
        {
#pragma omp simd safelen(8)
            for (int i = 8; i < N; i++)
                b[i] = b[i - 8] + 1;
#pragma omp simd
            for (int i = N; i < 2 * N - 1; i++)
                b[i] = b[i + 1] + 1;
#pragma omp simd
            for (int i = 1; i < N; i += 2)
                c[i] = c[i - 1] * 2;
#pragma omp simd
            for (int i = 0; i < N; i++)
                b[2 * N + at[i]] = a[i] - 1;
            raise(N, c, b);
#pragma omp simd
            for (int i = 1; i < N; i++) {
                b[i] += 1;
#pragma omp ordered simd
                c[i] = c[i - 1] * 0.5f + b[i];
            }
        }
#pragma omp target teams distribute simd lastprivate(last) map(tofrom: last)
        for (int i = 0; i < N; i++) {
            last = i * 3;
            a[i] += (float)last;
        }
#pragma omp target parallel for simd num_threads(1) linear(sum: 2) map(tofrom: sum)
        for (int i = 0; i < N; i++) {
            c[i] += (float)sum;
            sum += 2;
        }
#pragma omp target map(tofrom: least)
#pragma omp simd reduction(min: least) collapse(2)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < N; j++)
                least = a[i * N + j] + b[j] < least ? a[i * N + j] + b[j] : least;
    }
    show("a", a, N * 4);
    show("b", b, N * 4);
    show("c", c, N);
    printf("%d %d %.3f\n", last, sum, least);
    return 0;
}
