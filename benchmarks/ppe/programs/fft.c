/* fft.c: the butterfly passes of a Fourier transform, radix 2, self-sorting. */
#include <math.h>

#include "../harness/ppe.h"

enum { RE, IM, COS, SIN, RE1, IM1, RE2, IM2 };

/* n has an even number of bits at every level, so that the last pass writes RE2. */
static void setup(struct problem *p)
{
    long n = p->n = scaled(p, 1, 1 << 20, 1 << 24), passes = 0;
    fill_floats(array(p, IN, F32, n), n, 1, -1, 1);
    fill_floats(array(p, IN, F32, n), n, 2, -1, 1);
    float *cosine = array(p, IN, F32, n / 2), *sine = array(p, IN, F32, n / 2);
    for (long i = 0; i < n / 2; i++) {
        cosine[i] = (float)cos(-6.28318530717958647692 * i / n);
        sine[i] = (float)sin(-6.28318530717958647692 * i / n);
    }
    array(p, SCRATCH, F32, n);
    array(p, SCRATCH, F32, n);
    array(p, OUT, F32, n);
    array(p, OUT, F32, n);
    while (n >> passes > 1)
        passes++;
    p->bytes = passes * 20.0 * n;
    p->flops = passes * 5.0 * n;
    p->tolerance = 1e-4;
}

/* One pass: m is 2 to the number of passes before it. */
static void butterflies(int n, int m, const float *re, const float *im, const float *cosine, const float *sine, float *to_re,
                        float *to_im)
{
    LOOP()
    for (int i = 0; i < n / 2; i++) {
        int k = i & (m - 1), w = i - k, to = 2 * w + k;
        float a = re[i], b = im[i], c = re[i + n / 2], d = im[i + n / 2];
        to_re[to] = a + c;
        to_im[to] = b + d;
        to_re[to + m] = (a - c) * cosine[w] - (b - d) * sine[w];
        to_im[to + m] = (a - c) * sine[w] + (b - d) * cosine[w];
    }
}

static void run(struct problem *p)
{
    int n = p->n;
    float *re[3] = {p->array[RE].at, p->array[RE1].at, p->array[RE2].at};
    float *im[3] = {p->array[IM].at, p->array[IM1].at, p->array[IM2].at};
    int from = 0, to = 1;
    for (int m = 1; m < n; m *= 2) {
        butterflies(n, m, re[from], im[from], p->array[COS].at, p->array[SIN].at, re[to], im[to]);
        from = to;
        to = 3 - to;
    }
}

const struct program SIDE(fft) = {"fft", "Fourier transform, radix-2 passes", setup, run};
