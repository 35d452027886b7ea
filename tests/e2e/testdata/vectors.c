// LINK: -lm
// TOLERANCE: 1e-5
// Loops whose iterations become elements of vectors because of inner loops that they
// leave at different times, with break, continue, conditions and other loops inside,
// for trip counts around the size of vectors.
#include <math.h>

#include "parts/vector_values.h"

#pragma omp declare target
static int close_to(double u, double v) { return fabs(u - v) < 1e-9; }
#pragma omp end declare target

static void escape(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams) collapse(2)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++) {
            float cx = -2.0f + 2.5f * j / N, cy = -1.25f + 0.5f * i, u = 0, v = 0;
            int k = 0;
            while (k < 50 && u * u + v * v < 4.0f) {
                float next = u * u - v * v + cx;
                v = 2 * u * v + cy;
                u = next;
                k++;
            }
            if (i == 1)
                steps[j] = k;
        }
    show("escape", n);
}

// The loop's counter is the same for all that are in it.
static void leave(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        float s = a[i];
        int skipped = 0, last = 0;
        for (int k = 0; k < 40; k++) {
            last = k;
            if (k % 3 == 1)
                continue;
            s += b[k];
            if (s < 0) {
                skipped++;
                if (skipped > 4)
                    break;
                continue;
            } else if (s > 60) {
                s = s - 1;
                break;
            }
            s *= 1.01f;
            for (int m = 0; m < k; m++) {
                if (m == 7)
                    break;
                s += 0.125f;
            }
        }
        c[i] = s;
        steps[i] = skipped * 100 + last;
    }
    show("leave", n);
}

static void roots(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = n - 1; i >= 0; i--) {
        double v = fabs(x[i]) + 0.5, r = v, last;
        int rounds = 0;
        do {
            last = r;
            r = 0.5 * (r + v / r);
            rounds++;
        } while (!close_to(r, last));
        y[i] = r;
        steps[i] = rounds;
    }
    show("roots", n);
}

// Variables from outside, and nested loops of which each iteration leaves both.
static void outside(int n)
{
    int i, j, k;
    float s, t;
#pragma omp target teams distribute parallel for num_teams(teams) private(j, k, s, t)
    for (i = 0; i < n; i++) {
        t = a[i];
        s = 0;
        j = 0;
        while (j < counts[i]) {
            k = j;
            while (k > 0) {
                s += t * k;
                k -= 2;
            }
            if (s > 30)
                break;
            j++;
            t = t < 4 ? t + 0.5f : t - 3;
        }
        c[i] = s;
        steps[i] = j;
    }
    show("outside", n);
}

// Iterations that end early: each for itself, all together, and inside other statements.
static void pass_over(int n, int none)
{
    double sum = 0;
    int left = 0;
#pragma omp target teams distribute parallel for num_teams(teams) reduction(+: sum, left) map(tofrom: sum, left)
    for (int i = 0; i < n; i++) {
        left++;
        if (i % 3 == 0)
            continue;
        float s = expf(a[i] / 16);
        if (none)
            continue;
        if (counts[i] > 2) {
            s += b[i];
            if (s > 4) {
                steps[i] = -2;
                continue;
            }
        } else if (counts[i] == 1) {
            continue;
        }
        int last = 0;
        for (int k = 0; k < counts[i]; k++) {
            if (k == 1)
                continue;
            last += k + i;
        }
        steps[i] = last;
        c[i] = s;
        sum += s;
        left--;
    }
    printf("left %d, sum %.3f\n", left, sum);
    show("pass over", n);
}

int main(void)
{
    static const int sizes[] = {0, 1, 15, 16, 17, 32, 47, N};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        fill();
        int n = sizes[i];
        teams = n == N ? 3 : 1;
        escape(n);
        leave(n);
        roots(n);
        outside(n);
        pass_over(n, 0);
        pass_over(n, 1);
    }
    return 0;
}
