// Device functions that call each other in circles: with results of several types, objects of their own, and atomics.
#include <stdbool.h>
#include <stdio.h>

#pragma omp declare target
/* two, at their ends */
static bool is_odd(unsigned n);
static bool is_even(unsigned n) { return n == 0 ? true : is_odd(n - 1); }
static bool is_odd(unsigned n) { return n == 0 ? false : is_even(n - 1); }

/* a parser: three functions, and one of them calls itself as well */
struct input {
    const char *text;
    int at, depth;
};
static double sum_of(struct input *in);
static double factor(struct input *in)
{
    double sign = 1, value = 0;
    for (; in->text[in->at] == '-'; in->at++)
        sign = -sign;
    if (in->text[in->at] == '(') {
        in->at++;
        in->depth++;
        value = sum_of(in);
        in->at++;
        return sign * value;
    }
    while (in->text[in->at] >= '0' && in->text[in->at] <= '9')
        value = value * 10 + (in->text[in->at++] - '0');
    return sign * value;
}
static double product(struct input *in)
{
    double value = factor(in);
    while (in->text[in->at] == '*' || in->text[in->at] == '/')
        value = in->text[in->at++] == '*' ? value * factor(in) : value / factor(in);
    return value;
}
static double sum_of(struct input *in)
{
    double value = product(in);
    for (;;)
        switch (in->text[in->at]) {
        case '+':
            in->at++;
            value += product(in);
            continue;
        case '-':
            in->at++;
            value -= product(in);
            continue;
        default:
            return value;
        }
}

/* results that differ in type, one function without, structures by value, the same labels */
struct range {
    short from, to;
};
static int visits;
static signed char narrow(struct range r, int *out);
static void both(struct range r, int *out)
{
    int middle[2] = {(r.from + r.to) / 2, r.from};
    if (r.to - r.from < 1)
        goto end;
    *out += narrow((struct range){r.from, middle[0]}, out);
    *out += narrow((struct range){middle[0] + 1, r.to}, &middle[1]);
    *out += middle[1];
end:
#pragma omp atomic
    visits++;
}
static unsigned wide(struct range r, int *out)
{
    if (r.from >= r.to)
        goto end;
    both(r, out);
    r.from++;
    return narrow(r, out) + 4000000000u;
end:
    return 0.5f;
}
static signed char narrow(struct range r, int *out)
{
    if (r.to - r.from > 3)
        return (signed char)wide((struct range){r.from, r.from + 2}, out) + 200;
    both((struct range){r.from, r.from}, out);
    return r.from;
}
static _Bool half(double x);
static int halves(double x) { return x > 1 ? half(x / 2) + 1 : 7; }
static _Bool half(double x) { return x < 0.01 ? halves(0) : (halves(x - 1) > 3) * 0.5; }
#pragma omp end declare target

int main(void)
{
    enum { N = 12 };
    static const char text[4][24] = {"1+2*3", "(1+2)*-(3-4/8)", "((((7))))-2*(3+(4*5))", "--5*(2-(3-(4-(5))))"};
    int r[N][5];
    double v[N];
#pragma omp target teams distribute parallel for map(from: r, v) map(to: text)
    for (int i = 0; i < N; i++) {
        struct input in = {text[i % 4], 0, 0};
        struct range range = {i, 3 * i};
        r[i][0] = is_even(i) + 2 * is_odd(i * 1000);
        v[i] = sum_of(&in);
        r[i][1] = in.depth * 100 + in.at;
        r[i][2] = i;
        both(range, &r[i][2]);
        r[i][3] = (wide(range, &r[i][2]) > 1000u) + narrow(range, &r[i][2]);
        r[i][4] = halves(i) * 10 + half(i);
    }
    for (int i = 0; i < N; i++)
        printf("%d %d %d %d %d %g\n", r[i][0], r[i][1], r[i][2], r[i][3], r[i][4], v[i]);
#pragma omp target update from(visits)
    printf("%d\n", visits);
    return 0;
}
