// A long chain of else-if, deep nesting, and a dangling else around pragmas.
#include <stdio.h>

#pragma omp declare target
static int grade(int p)
{
    if (p >= 97) return 1;
    else if (p >= 93) return 2;
    else if (p >= 90) return 3;
    else if (p >= 87) return 4;
    else if (p >= 83) return 5;
    else if (p >= 80) return 6;
    else if (p >= 77) return 7;
    else if (p >= 73) return 8;
    else if (p >= 70) return 9;
    else if (p >= 67) return 10;
    else if (p >= 63) return 11;
    else if (p >= 60) { if (p == 61) return 99; else return 12; }
    else if (p < 0) { if (p < -5) { if (p < -8) return -3; else return -2; } return -1; }
    else return 13;
}
#pragma omp end declare target

int main(void)
{
    int g[110], k = 0;
#pragma omp target map(from: g) map(tofrom: k)
    {
#pragma omp parallel for
        for (int i = 0; i < 110; i++)
            if (i & 1)
                g[i] = grade(i - 10);
            else if (i % 4 == 2)
#pragma omp atomic
                k++;
            else
                g[i] = -grade(i - 10);
    }
    for (int i = 0; i < 110; i++)
        if (i % 4 != 2)
            printf("%d ", g[i]);
    printf("%d\n", k);
    return 0;
}
