#if CPU
typedef float16 number;
#else
typedef float number;
#endif

number normal(number d)
{
    number k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    number tail = 0.39894228f * exp(-0.5f * d * d) *
                  (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

__kernel void prices(__global const number *restrict price, __global const number *restrict strike,
                     __global const number *restrict years, __global number *restrict call, __global number *restrict put, int n)
{
    const float rate = 0.02f, volatility = 0.3f;
    EACH(i, n) {
        number s = price[i], x = strike[i], t = years[i], root = sqrt(t);
        number d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        number n1 = normal(d1), n2 = normal(d1 - volatility * root), discounted = x * exp(-rate * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}
