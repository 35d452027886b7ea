/* blackscholes.c: the prices of European options. */
#include <math.h>

#include "../harness/ppe.h"

enum { PRICE, STRIKE, YEARS, CALL, PUT };

static void setup(struct problem *p)
{
    int n = p->n = scaled(p, 1, 1 << 20, 1 << 24);
    fill_floats(array(p, IN, F32, n), n, 1, 5, 30);
    fill_floats(array(p, IN, F32, n), n, 2, 1, 100);
    fill_floats(array(p, IN, F32, n), n, 3, 0.25, 10);
    array(p, OUT, F32, n);
    array(p, OUT, F32, n);
    p->bytes = 20.0 * n;
    p->flops = 60.0 * n;
    p->tolerance = 1e-4;
}

/* The cumulative normal distribution, by a polynomial of fifth degree. */
static float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

static void run(struct problem *p)
{
    int n = p->n;
    const float *price = p->array[PRICE].at, *strike = p->array[STRIKE].at, *years = p->array[YEARS].at;
    float *call = p->array[CALL].at, *put = p->array[PUT].at;
    float rate = 0.02f, volatility = 0.3f;
    LOOP()
    for (int i = 0; i < n; i++) {
        float root = sqrtf(years[i]);
        float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root;
        float n1 = normal(d1), n2 = normal(d2), discounted = strike[i] * expf(-rate * years[i]);
        call[i] = price[i] * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - price[i] * (1.0f - n1);
    }
}

const struct program SIDE(blackscholes) = {"blackscholes", "option prices", setup, run};
