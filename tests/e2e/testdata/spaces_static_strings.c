// Static tables of strings inside device code, in functions and regions.
#include <stdio.h>

#pragma omp declare target
static int initial(int i)
{
    static const char *const names[] = {"zero", "one", "two"};
    static const int weights[2][2] = {{1, 2}, {3, 4}};
    return names[i % 3][0] + names[i % 3][1] + weights[i % 2][1];
}
#pragma omp end declare target

int main(void)
{
    int r[6];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 6; i++) {
        static const char *const colors[2] = {"red", "green"};
        const char *c = colors[i % 2];
        r[i] = initial(i) * 1000 + c[0] + c[2];
        c = i < 3 ? c : "blue";
        r[i] += c[1];
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", r[i]);
    printf("\n");
    return 0;
}
