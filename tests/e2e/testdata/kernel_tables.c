// static const tables, file scope and local, of several types, also of structs
// and strings, indexed at run time and through pointers.
#include <stdio.h>

static const unsigned char sbox[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
static const struct { const char letter; short weight[2]; } classes[3] = {{'A', {1, 2}}, {'B', {3, 4}}, {'C', {5, 6}}};

#pragma omp declare target
static const char *const names[] = {"zero", "one", "two"};
const double coeff[2][3] = {{0.5, 0.25, 0.125}, {1, 2, 3}};

static int walk(const unsigned char *t, int x, int n)
{
    while (n--)
        x = t[x & 15];
    return x;
}

static const double *row(int i) { return coeff[i]; }

static int text_length(int i)
{
    const char *s = names[i];
    int n = 0;
    while (*s++)
        n++;
    return n;
}
#pragma omp end declare target

int main(void)
{
    int out[30];
    double d[30];
#pragma omp target teams distribute parallel for map(from: out, d)
    for (int i = 0; i < 30; i++) {
        static const int local[4] = {1000, 2000, 3000, 4000};
        out[i] = walk(sbox, i, i) + local[i % 4] + classes[i % 3].weight[i & 1] * 100 + classes[i % 3].letter + text_length(i % 3) * 10000;
        d[i] = row(i & 1)[i % 3];
    }
    for (int i = 0; i < 30; i++)
        printf("%d %g\n", out[i], d[i]);
    return 0;
}
