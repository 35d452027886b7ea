// LINK: -lm
// TOLERANCE: 1e-5
// Vectors whose values stay in registers: sums in inner loops, minima and maxima, and
// variables that lanes which have left a loop need no more, or do need.
#include <math.h>
#include <stdio.h>

#define N 211 /* iterations: whole vectors and some more */

static int teams = 1;
static float a[N + 40], b[N + 40], out[N];
static double wide[N];
static int steps[N];

static void fill(void)
{
    for (int i = 0; i < N + 40; i++) {
        a[i] = i * 37 % 101 / 16.0f - 2;
        b[i] = i * 53 % 89 / 32.0f;
    }
    for (int i = 0; i < N; i++)
        out[i] = wide[i] = steps[i] = -7;
}

static void show(const char *what)
{
    double sum = 0, mixed = 0, more = 0;
    for (int i = 0; i < N; i++) {
        sum += out[i];
        mixed += wide[i] * (i % 7 + 1);
        more += steps[i] * (i % 5 + 1.0);
    }
    printf("%s: %.7g %.7g %.7g\n", what, sum, mixed, more);
    fill();
}

// Sums in one loop and in two, of one type and of two, with conditions on what is loaded
// in any case, and on what is not.
static void sums(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out, wide)
    for (int i = 0; i < n; i++) {
        float s = 0.5f;
        double t = 0;
        for (int k = 0; k < 37; k++) {
            s += a[k] * b[i + k];
            t += a[i + k] * (double)b[k];
        }
        out[i] = s;
        wide[i] = t;
    }
    show("sums");
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out, wide)
    for (int i = 0; i < n; i++) {
        float s = 0, scale = b[i];
        for (int p = 0; p < 5; p++) {
            float row = 0;
            for (int q = 0; q < 7; q++)
                row += a[p * 7 + q] * b[i + q];
            s += row > 3 ? row : row * scale;
        }
        float t = a[i];
        if (t > 0)
            s -= a[i] + b[i];
        out[i] = s;
    }
    show("two loops");
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out)
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 20; k++)
            if (b[i] > 1.5f)
                s += a[i + k];
            else
                s += b[k] * a[i];
        if (i % 3 == 0 && a[n - 1] < 100)
            s += b[i];
        out[i] = s;
    }
    show("conditions");
}

static void extremes(int n)
{
    float most = -1e30f, least = 1e30f, chosen = -1e30f, under = 1e30f, far = -1, some = -1e30f;
    double widest = -1e300;
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) reduction(max: most) map(tofrom: most)
    for (int i = 0; i < n; i++)
        most = fmaxf(most, a[i] * b[i]);
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) reduction(min: least) reduction(max: far) map(tofrom: least, far)
    for (int i = 0; i < n; i++) {
        least = fminf(least, fabsf(a[i] - 0.3f));
        far = fmaxf(far, fabsf(b[i] - a[i]));
    }
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) reduction(max: chosen) map(tofrom: chosen)
    for (int i = 0; i < n; i++)
        chosen = a[i] > chosen ? a[i] : chosen;
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) reduction(min: under) map(tofrom: under)
    for (int i = 0; i < n; i++)
        if (b[i] < under)
            under = b[i];
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) reduction(max: some) map(tofrom: some)
    for (int i = 0; i < n; i++)
        if (b[i] > 1)
            some = fmaxf(some, a[i]);
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) reduction(max: widest) map(tofrom: widest)
    for (int i = 0; i < n; i++)
        widest = fmax(widest, a[i] * 3.0);
    printf("extremes of %d: %.7g %.7g %.7g %.7g %.7g %.7g %.7g\n", n, most, least, far, chosen, under, some, widest);
}

// Lanes leave these loops one after the other.
static void leaving(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out, steps)
    for (int i = 0; i < n; i++) { // nobody asks for x and y
        float x = a[i], y = 0;
        int k = 0;
        while (k < 60 && x * x + y * y < 16) {
            float next = x * x - y * y + b[i];
            y = 2 * x * y + 0.1f;
            x = next;
            k++;
        }
        steps[i] = k;
    }
    show("left");
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out, steps)
    for (int i = 0; i < n; i++) { // x is asked for
        float x = a[i], y = 1;
        int k = 0;
        do {
            x = x * 1.25f + 0.25f;
            y *= 0.5f;
            k++;
        } while (k < 40 && x < 9 && x > -9);
        steps[i] = k;
        out[i] = x;
    }
    show("asked for");
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out, steps)
    for (int i = 0; i < n; i++) { // x goes on where it was in the loop around, y starts anew
        float x = b[i];
        int k = 0;
        for (int r = 0; r < 3; r++) {
            float y = 1;
            while (x < 5 * (r + 1) && y < 100) {
                x += 0.375f * (r + 1);
                y *= 1.5f;
                k++;
            }
        }
        steps[i] = k;
    }
    show("around");
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out, steps)
    for (int i = 0; i < n; i++) { // some lanes skip the rest of an iteration, and come back
        float x = a[i], y = b[i];
        int k = 0;
        for (int r = 0; r < 50 && x < 7; r++) {
            x += 0.5f;
            if (r % 3 == i % 3)
                continue;
            if (y > 1)
                x += y * 0.25f;
            y = y * 0.75f + 0.3f;
            k++;
        }
        steps[i] = k;
    }
    show("skipped");
#pragma omp target teams distribute parallel for num_teams(teams) map(to: a, b) map(tofrom: out, steps)
    for (int i = 0; i < n; i++) { // only one branch has the loop
        float x = a[i];
        int k = 0;
        if (b[i] > 1) {
            while (x < 8) {
                x += 0.5f + k;
                k++;
            }
        } else {
            k = x > 2 ? 100 : 200;
        }
        steps[i] = k;
    }
    show("branch");
}

int main(void)
{
    fill();
    sums(N);
    sums(48);
    leaving(N);
    extremes(N);
    extremes(16);
    extremes(5);
    teams = 3;
    sums(N);
    extremes(N);
    return 0;
}
