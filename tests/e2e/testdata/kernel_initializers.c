// Initializers: designators, partial, nested, strings, arrays of structs, zeros.
#include <stdio.h>

struct item { const short id; char name[6]; union { int i; float f; } u; };

int main(void)
{
    int r[12];
    char text[24];
#pragma omp target map(from: r, text)
    {
        int a[10] = {1, 2, [5] = 6, 7, [2] = 3};
        int m[][3] = {{1}, {4, 5}, [3] = {[1] = 8}};
        struct item items[] = {{1, "one", {10}}, {.name = "two", .id = 2, .u.f = 1.0f}, {3, {'x'}, {0}}};
        char s[] = "hi\tthere\x41", t[4] = "abcd";
        static const double pi[2] = {3.14, -1};
        double z[3] = {0};
        int (*pm)[3] = m;
        r[0] = a[5] * 100 + a[6] * 10 + a[2];
        r[1] = a[3] + a[9];
        r[2] = (int)(sizeof m / sizeof *m);
        r[3] = m[0][0] + m[1][1] + m[3][1] + m[2][2];
        r[4] = items[1].u.i;
        r[5] = (int)(sizeof items / sizeof items[0]) * 100 + items[2].name[0] + items[2].name[1];
        r[6] = (int)sizeof s;
        r[7] = s[2] * 1000 + s[8];
        r[8] = t[3];
        r[9] = (int)(pi[0] * 100 + pi[1]);
        r[10] = (int)(z[0] + z[2]) + pm[1][0];
        r[11] = ((int[]){7, 8, 9})[1] + "xyz"[2];
        for (int i = 0; i < 6; i++) {
            text[i] = items[0].name[i];
            text[6 + i] = items[1].name[i];
        }
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", r[i]);
    printf("%s %s\n", text, text + 6);
    return 0;
}
