// switch: fallthrough, default in the middle, nested, ranges, char and enum
// labels, declarations inside, no matching case.
#include <stdio.h>

enum op { ADD, SUB = 5, MUL, NONE = -1 };

#pragma omp declare target
static int apply(enum op o, int a, int b)
{
    switch (o) {
    case ADD:
        return a + b;
    default:
        a += 1000;
        /* fall through */
    case SUB:
        a -= b;
        break;
    case MUL: {
        int r = a * b;
        return r;
    }
    }
    return a;
}

static int letters(char c)
{
    int n = 0;
    switch (c) {
    case 'a' ... 'e':
        n = 1;
        break;
    case 'z':
        switch (n) {
        case 0:
            n = 7;
            break;
        default:
            n = 8;
        }
        n++;
        break;
    case '\n':
    case '\\':
        n = 4;
    }
    return n;
}
#pragma omp end declare target

int main(void)
{
    int r[12], l[6];
    char text[6] = {'a', 'e', 'f', 'z', '\n', '\\'};
#pragma omp target teams distribute parallel for map(from: r, l) map(to: text)
    for (int i = 0; i < 12; i++) {
        r[i] = apply((enum op)(i - 1), 10 * i, 3);
        if (i < 6)
            l[i] = letters(text[i]);
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", r[i]);
    for (int i = 0; i < 6; i++)
        printf("%d ", l[i]);
    printf("\n");
    return 0;
}
