// Pointers to functions: in variables of the region and of the host, parameters, records, tables, and as results.
#include <stdio.h>

typedef double (*operation)(double, double);

#pragma omp declare target
static double add(double a, double b) { return a + b; }
static double multiply(double a, double b) { return a * b; }
double power(double a, double b)
{
    double p = 1;
    for (; b >= 1; b -= 1)
        p *= a;
    return p;
}
static int negative(int a) { return -a; }
static int half(int a) { return a / 2; }
static void put(int *p, int v) { *p = v; }
static void increase(int *p, int v) { *p += v; }

static const operation table[] = {add, multiply, power};

static double fold(operation f, const double *v, int n)
{
    double s = v[0];
    for (int i = 1; i < n; i++)
        s = f(s, v[i]);
    return s;
}

static int (*chosen(int i))(int) { return i % 2 ? negative : &half; }

static void each(int *v, int n, void (*f)(int *, int), int by)
{
    for (int i = 0; i < n; i++)
        f(&v[i], by + i);
}
#pragma omp end declare target

struct task {
    int at;
    operation run;
    struct task *next;
};

int main(void)
{
    double out[12], v[4] = {2, 3, 1, 2};
    int r[12], own_sum[12];
    operation given = multiply, none = 0;
    struct task tasks[3] = {{1, add}, {2, power}, {3, 0}};
    operation mapped[4] = {power, add, multiply, add};
#pragma omp target teams distribute parallel for map(from: out, r, own_sum) map(to: v, tasks, mapped)
    for (int i = 0; i < 12; i++) {
        operation f = i % 3 == 0 ? add : i % 3 == 1 ? &multiply : *power;
        struct task here = {i, f, 0};
        double s = f(i, 2) + (*given)(i, 10) + table[i % 3](2, i % 5);
        s += here.run(1, 2) + tasks[i % 2].run(3, tasks[i % 2].at) + mapped[i % 4](2, 3);
        s += fold(f, v, 4) + fold(mapped[(i + 1) % 4], v, 3);
        if (tasks[2].run)
            s += tasks[2].run(1, 1);
        if (none != NULL || f == none)
            s += 1e9;
        out[i] = s + (f == add) + (given == multiply) * 2;
        r[i] = chosen(i)(i * 10) + chosen(i + 1)(7);
        int own[3];
        each(own, 3, put, i);
        each(own, 2, increase, 1);
        own_sum[i] = own[0] + own[1] * 10 + own[2] * 100;
    }
    for (int i = 0; i < 12; i++)
        printf("%g %d %d\n", out[i], r[i], own_sum[i]);
    return 0;
}
