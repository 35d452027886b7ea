// LINK: -lm
// TOLERANCE: 1e-5
// Loops whose iterations a CPU runs side by side: inner loops that accumulate, and
// reductions to a minimum or maximum, in every shape, for trip counts around the
// number of lanes.
#include <math.h>
#include <stdio.h>

#define N 100

struct body { float x, y, z, mass; };

#pragma omp declare target
static int teams = 1; // so that a thread has all iterations, but for the last size
static float inverse(float r) { return 1.0f / (r * sqrtf(r) + 0.5f); }
static double weight(double x, int i)
{
    double w = x;
    if (i & 1)
        w = 2 * x;
    return w + i;
}
#pragma omp end declare target

static float a[N][N], b[N][N], c[N][N];
static double x[N], y[N], z[N];
static int counts[N];

static void show(const char *what, int n, const double *v)
{
    double sum = 0, mixed = 0;
    for (int i = 0; i < N; i++) {
        sum += v[i];
        mixed += v[i] * ((i * 7) % 11);
    }
    printf("%s %d: %.7g %.7g\n", what, n, sum, mixed);
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = (i * 37 % 101) / 10.0 - 5;
        y[i] = (i * 53 % 89) / 7.0;
        z[i] = -1;
        counts[i] = i * 31 % 17;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j * 5) % 13 - 6;
            b[i][j] = (i * 7 + j * 2) % 11 - 5;
            c[i][j] = 1;
        }
    }
}

static void matrices(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = c[i][j];
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * ((i + 2 * j) % 7);
    printf("matrices %d: %.7g\n", n, sum);
}

// A loop variable and others that are declared outside.
static void outside(int n)
{
    int i, j, k;
    double s, t;
#pragma omp target teams distribute parallel for num_teams(teams) private(j, k, s, t)
    for (i = 0; i < n; i++) {
        s = 0;
        for (j = 0; j < n; j++) {
            t = x[i] - y[j];
            s += t * t;
            if (t > 3)
                s -= 1;
        }
        for (k = n; k > 2; k -= 2)
            s += x[k - 1] / (i + 1);
        z[i] = s + k;
    }
    show("outside", n, z);
}

// Several values that live on, of several types; conditions around loops.
static void several(int n, int twice)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (long i = n - 1; i >= 0; i--) {
        double low = 1e30, high = -1e30;
        float mean = 0;
        int at = -1;
        unsigned char small = (unsigned char)(i * 3);
        short odd = (short)(i & 1);
        if (twice) {
            for (int j = 0; j < n; j++) {
                double d = fabs(x[i] - y[j]);
                if (d < low) {
                    low = d;
                    at = j;
                }
                high = fmax(high, d);
                mean += (float)d;
            }
        } else {
            for (int j = 0; j < n; j += 3)
                mean += y[j] * x[i];
        }
        z[i] = (twice ? low + high : 0) + mean + at + small + odd;
    }
    show("several", n, z);
}

static void bodies(int n)
{
    struct body p[N];
    for (int i = 0; i < N; i++)
        p[i] = (struct body){x[i], y[i], (float)(x[i] * y[i]), 1 + i % 3};
#pragma omp target teams distribute parallel for num_teams(teams) map(to: p)
    for (int i = 0; i < n; i++) {
        float fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
            float f = p[j].mass * inverse(dx * dx + dy * dy + dz * dz + 0.01f);
            fx += dx * f;
            fy += dy * f;
            fz += dz * f;
        }
        z[i] = fx + 2 * fy + 3 * fz;
    }
    show("bodies", n, z);
}

static void extremes(int n)
{
    double low = 100, high = -100, sum = 0, product = 1;
    float most = -3;
    int count = 0, any = 0, all = 1;
#pragma omp target teams distribute parallel for num_teams(teams) reduction(min: low) reduction(max: high, most) \
    reduction(+: sum, count) reduction(*: product) reduction(||: any) reduction(&&: all) \
    map(tofrom: low, high, most, sum, count, product, any, all)
    for (int i = 0; i < n; i++) {
        double v = weight(x[i], i);
        low = fmin(low, v);
        if (v > high)
            high = v;
        most = (float)v / 2 > most ? (float)v / 2 : most;
        sum += v;
        count += v > 3;
        product *= 1 + v / 1000;
        any = any || v > 40;
        all = all && v < 50;
    }
    printf("extremes %d: %g %g %g %.7g %d %.7g %d %d\n", n, low, high, most, sum, count, product, any, all);
}

static void rows(int n)
{
    double error = 0, total = 0;
#pragma omp target teams distribute parallel for num_teams(teams) collapse(2) reduction(max: error) map(tofrom: error)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            float next = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
            error = fmax(error, fabs(next - a[i][j]));
            c[i][j] = next;
        }
    // The reduction's value meets an inner loop.
#pragma omp target teams distribute parallel for num_teams(teams) reduction(+: total) map(tofrom: total)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
            s += y[j] * (x[i] + j);
        total += s;
        z[i] = s;
    }
    printf("rows %d: %.7g %.7g\n", n, error, total);
    show("rows", n, z);
}

// The inner loop's length differs between iterations, or its bound is computed.
static void lengths(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        double s = 0, u = 0;
        int m = n / 2, last = 0;
        for (int j = 0; j < counts[i]; j++)
            s += y[j] * x[i];
        for (unsigned j = 0; j < (unsigned)m; j++) {
            u += x[i] * y[j];
            last++;
        }
        z[i] = s + u + last;
    }
    show("lengths", n, z);
}

// Every iteration numbers its own steps.
static void steps(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        int k = i % 5, shift = i + 3;
        double s = 0, scale = y[n - 1];
        for (int j = 0; j < 10; j++) {
            s += y[j + k] * scale + shift;
            k = (k + 1) % 7;
        }
        z[i] = s * k;
    }
    show("steps", n, z);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, N};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        fill();
        int n = sizes[i];
        teams = n == N ? 3 : 1;
        matrices(n);
        if (n > 2)
            outside(n);
        several(n, 1);
        several(n, 0);
        bodies(n);
        extremes(n);
        rows(n);
        lengths(n);
        if (n > 0)
            steps(n < 20 ? n : N - 20);
    }
    return 0;
}
