// Functions of the program named like OpenCL builtins, with other meanings.
#include <stdio.h>

#pragma omp declare target
static int dot(int a, int b) { return a * 10 + b; }
static double step(double x) { return x + 1; }
static double mix(double x) { return x * 2; }
static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}
static int clamp(int x) { return x > 9 ? 9 : x; }
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
static int get_global_id(int x) { return -x; }
static int barrier(int x) { return x + 1000; }
static unsigned popcount(unsigned x) { return x & 1; }
static int select(int a) { return !a; }
static float distance(float a, float b) { return a - b; }
static int convert_int(int x) { return x / 2; }
static int as_int(float f) { return (int)f; }
static int mad(int a, int b, int c) { return a - b - c; }
static int rotate(int x, int y) { return x ^ y; }
static int sign(int x) { return x < 0 ? 'n' : 'p'; }
#pragma omp end declare target

int main(void)
{
    int r[14];
    double d[3];
    char text[] = "hello";
#pragma omp target map(from: r, d) map(to: text)
    {
        int i = 0;
        r[i++] = dot(3, 4);
        r[i++] = length(text);
        r[i++] = clamp(50);
        r[i++] = min(4, 3) * 100 + max(4, 3);
        r[i++] = get_global_id(5);
        r[i++] = barrier(1);
        r[i++] = (int)popcount(7);
        r[i++] = select(0);
        r[i++] = convert_int(9);
        r[i++] = as_int(2.75f);
        r[i++] = mad(10, 3, 2);
        r[i++] = rotate(6, 3);
        r[i++] = sign(-4);
        r[13] = i;
        d[0] = step(1.5);
        d[1] = mix(1.25);
        d[2] = distance(3, 5);
    }
    for (int i = 0; i < 14; i++)
        printf("%d ", r[i]);
    printf("%g %g %g\n", d[0], d[1], d[2]);
    return 0;
}
