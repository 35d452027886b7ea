// TOLERANCE: 1e-5
// Small arrays that loops carry from iteration to iteration: one and two dimensions,
// several of them, falling and short loops, conditions, subscripts that are no constants
// after all, arrays of the thread and of functions.
#include <stdio.h>

#define N 67

static float state[N], pairs[N], product[N], line[N], chosen[N], waves[N];
static double fine[N];
static unsigned mixed[N];
static int quotients[N], turned[N], carried[N];
static long sums[12];

static void one_array(void)
{
#pragma omp target teams distribute parallel for map(from: state)
    for (int i = 0; i < N; i++) {
        float v[24], sum = 0;
        for (int c = 0; c < 24; c++)
            v[c] = c + i % 5;
        for (int k = 0; k < 40 + i % 3; k++)
            for (int c = 0; c < 24; c++)
                v[c] = v[c] * 0.5f + k % 7;
        for (int c = 0; c < 24; c++)
            sum += v[c] * (c + 1);
        state[i] = sum;
    }
}

static void two_arrays(const float *a)
{
#pragma omp target teams distribute parallel for map(to: a[0:64]) map(from: pairs)
    for (int i = 0; i < N; i++) {
        float at[9], speed[9], sum = 0;
        for (int c = 0; c < 9; c++)
            at[c] = a[(i + c) % 64], speed[c] = 0;
        for (int k = 0; k < 20; k++) {
            float force[9];
            for (int c = 0; c < 9; c++)
                force[c] = -at[c] * 0.25f;
            for (int c = 1; c < 8; c++)
                force[c] += (at[c - 1] - 2 * at[c] + at[c + 1]) * 0.125f;
            for (int c = 0; c < 9; c++) {
                speed[c] += force[c] * 0.5f;
                at[c] += speed[c] * 0.5f;
            }
        }
        for (int c = 8; c >= 0; c--)
            sum = sum * 0.5f + at[c];
        pairs[i] = sum;
    }
}

// Products of matrices of 4 × 4, three loops deep, in arrays of one and two dimensions.
static void matrices(void)
{
#pragma omp target teams distribute parallel for map(from: product)
    for (int i = 0; i < N; i++) {
        float p[4][4], q[16], r[4][4], trace = 0;
        for (int e = 0; e < 16; e++)
            p[e / 4][e % 4] = e == i % 16, q[e] = (e * 5 + i) % 7 / 8.0f;
        for (int k = 0; k < 6; k++) {
            for (int x = 0; x < 4; x++)
                for (int y = 0; y < 4; y++) {
                    float sum = 0.125f;
                    for (int z = 0; z < 4; z++)
                        sum += p[x][z] * q[z * 4 + y];
                    r[x][y] = sum;
                }
            for (int x = 0; x < 4; x++)
                for (int y = 3; y >= 0; y--)
                    p[x][y] = r[y][x];
        }
        for (int e = 0; e < 4; e++)
            trace += p[e][e];
        product[i] = trace;
    }
}

// A delay line whose elements move on by one, from the last one down.
static void delays(const float *a)
{
#pragma omp target teams distribute parallel for map(to: a[0:64]) map(from: line)
    for (int i = 0; i < N; i++) {
        float v[17] = {0}, sum = 0;
        for (int k = 0; k < 50; k++) {
            for (int c = 16; c > 0; c--)
                v[c] = v[c - 1];
            v[0] = a[(k + i) % 64];
            float t = 0;
            for (int c = 0; c <= 16; c++)
                t += v[c] * (16 - c);
            sum = sum * 0.5f + t;
        }
        line[i] = sum;
    }
}

static void conditions(const float *a)
{
#pragma omp target teams distribute parallel for map(to: a[0:64]) map(from: chosen)
    for (int i = 0; i < N; i++) {
        float v[16], sum = 0;
        int k = 0;
        for (int c = 0; c < 16; c++)
            v[c] = a[(i + c) % 64];
        while (k < 30) {
            for (int c = 0; c < 16; c++)
                if (v[c] > 1)
                    v[c] *= 0.25f;
                else
                    v[c] += c < 8 ? 0.5f : 0.75f;
            for (int c = 0; c < 15; c++)
                if (v[c] > v[c + 1]) {
                    float t = v[c];
                    v[c] = v[c + 1];
                    v[c + 1] = t;
                }
            k++;
        }
        for (int c = 0; c < 16; c++)
            sum += v[c] * (c + 1);
        chosen[i] = sum;
    }
}

static void other_types(void)
{
#pragma omp target teams distribute parallel for map(from: fine, mixed, quotients)
    for (int i = 0; i < N; i++) {
        double d[10], sum = 0;
        unsigned u[20], all = 0;
        int q[32], total = 0;
        for (int c = 0; c < 10; c++)
            d[c] = c + i;
        for (int c = 0; c < 20; c++)
            u[c] = c * 2654435761u + i;
        for (int c = 0; c < 32; c++)
            q[c] = 1000000 + c * i;
        for (int k = 0; k < 10; k++) {
            for (int c = 0; c < 10; c++)
                d[c] = d[c] * 0.75 + k;
            for (unsigned c = 0; c < 20; c++)
                u[c] = u[c] * 1664525u + (u[(c + 3) % 20] >> 7) + c;
            for (int c = 0; c < 32; c++)
                q[c] = q[c] / (c + 3) + k * 1000;
        }
        for (int c = 0; c < 10; c++)
            sum += d[c];
        for (int c = 0; c < 20; c++)
            all ^= u[c];
        for (int c = 0; c < 32; c++)
            total += q[c];
        fine[i] = sum, mixed[i] = all, quotients[i] = total;
    }
}

// An element whose number only the loop around tells keeps the array in memory.
static void other_subscripts(void)
{
#pragma omp target teams distribute parallel for map(from: turned)
    for (int i = 0; i < N; i++) {
        int v[16], sum = 0, c;
        for (c = 0; c < 16; c++)
            v[c] = c * i;
        for (int k = 0; k < 25; k++) {
            for (c = 0; c < 16; c++)
                v[c] = v[c] * 3 + v[k % 16] % 5;
            v[(k + i) % 16] -= c;
        }
        for (c = 0; c < 16; c++)
            sum = sum * 31 % 100003 + v[c] % 1000;
        turned[i] = sum;
    }
}

// Arrays that iterations hand on to the thread's next one, and copies of reduction items.
static void of_threads(const float *a)
{
    int v[8] = {5, 3, 8, 1, 9, 2, 7, 4};
#pragma omp target teams distribute parallel for map(to: a[0:64]) map(from: carried) map(tofrom: sums) firstprivate(v) reduction(+: sums)
    for (int i = 0; i < N; i++) {
        int last = 0;
        for (int c = 0; c < 8; c++)
            last += v[c] * c;
        for (int c = 0; c < 12; c++)
            sums[c] += (long)(a[(i + c) % 64] * 4) * (c + i);
        carried[i] = last;
    }
}

#pragma omp declare target
static float settled(float x)
{
    float w[12], sum = 0;
    for (int c = 0; c < 12; c++)
        w[c] = x + c;
    for (int k = 0; k < 16; k++) {
        float before = w[11];
        for (int c = 11; c > 0; c--)
            w[c] = 0.5f * (w[c] + w[c - 1]);
        w[0] = 0.5f * (w[0] + before);
    }
    for (int c = 0; c < 12; c++)
        sum += w[c] * w[c];
    return sum;
}
#pragma omp end declare target

static void in_function(void)
{
#pragma omp target teams distribute parallel for map(from: waves)
    for (int i = 0; i < N; i++)
        waves[i] = settled(i * 0.25f);
}

int main(void)
{
    float a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i * 29 % 64 / 16.0f;
    one_array();
    two_arrays(a);
    matrices();
    delays(a);
    conditions(a);
    other_types();
    other_subscripts();
    of_threads(a);
    in_function();
    for (int i = 0; i < N; i++)
        printf("%d: %.4f %.4f %.4f %.4f %.4f %.4f %u %d %d %d %.4f\n", i, state[i], pairs[i], product[i], line[i], chosen[i], fine[i],
            mixed[i], quotients[i], turned[i], carried[i], waves[i]);
    for (int c = 0; c < 12; c++)
        printf("%ld\n", sums[c]);
    return 0;
}
