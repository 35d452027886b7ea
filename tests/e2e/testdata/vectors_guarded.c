// LINK: -lm
// TOLERANCE: 1e-5
// Loops whose iterations become elements of vectors because of mathematical functions:
// accesses and divisions that a condition guards (outside of all memory, or by 0,
// otherwise), subscripts that wrap around there, and narrow types.
#include <limits.h>
#include <math.h>

#include "parts/vector_values.h"

// What a condition guards is out of the array, or a division by zero.
static void guarded(int n, int none)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        float far = at[i] >= 0 ? b[at[i]] : 1, e = expf(-fabsf(a[i]));
        if (at[i] >= 0 && b[at[i]] > 3 && a[at[i]] < 4)
            far += a[at[i]] * e;
        int d = counts[i] != 0 ? 1000 / counts[i] : -1;
        if (counts[i] == 0 || 77 % counts[i] > 3)
            d += 10;
        if (counts[i] > 0)
            d /= counts[i];
        if (d > 5000)
            far += 12 / none; // none is 0, and d is not so large
        else if (a[i] > 1 && i > 0)
            c[i] = far + a[i - 1];
        int low = INT_MIN + (i & 1);
        if (low != INT_MIN)
            d += low / -1 % 100;
        y[i] = far;
        steps[i] = d;
    }
    show("guarded", n);
}

static void narrower(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i++) {
        unsigned char s = small[i];
        short t = narrow[i];
        bool odd = flags[i];
        float e = logf(b[i] + 1);
        s += 200;
        t = t * 3 + s;
        odd = !odd || e > 1;
        if (s & 1) {
            small[i] = s;
            flags[i] = t & 0x70;
        }
        narrow[i] = t;
        wide[i] = (wide[i] << (i & 15)) ^ (unsigned long)(long)-t;
        wide[i] += odd;
        steps[i] = (int)(e * 100) >> 1 ^ (unsigned)i % 7u;
        y[i] = (long)(e * 1000.0) / 3 + (s > t) + -odd + ~i;
    }
    show("narrower", n);
}

// Subscripts wrap around where the condition does not hold.
static void unsigned_subscripts(unsigned n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (unsigned i = 0; i < n; i++) {
        float far = 1;
        if (i > 4)
            far = expf(-fabsf(b[i - 5]));
        if (i % 3 && n - i > 9)
            c[n - i - 10] = far;
        if (n - i > 4)
            far += b[n - i - 5] + (float)sin(a[(unsigned long)(n - i - 5)]);
        y[i] = far;
    }
    show("unsigned_subscripts", n);
}

int main(void)
{
    static const int sizes[] = {0, 1, 15, 16, 17, 32, 47, N};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        fill();
        int n = sizes[i];
        teams = n == N ? 3 : 1;
        guarded(n, 0);
        narrower(n);
        unsigned_subscripts(n);
    }
    return 0;
}
