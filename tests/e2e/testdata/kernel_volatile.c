// volatile, register, restrict, const in every position, long declarators.
#include <stdio.h>

#pragma omp declare target
static int sum(const int *restrict const a, const int volatile *b, register int n)
{
    volatile int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] + b[i];
    return s;
}
static unsigned long long int widest(long unsigned x, short int y, long int long z) { return x + (unsigned long)y + (unsigned long)z; }
#pragma omp end declare target

int main(void)
{
    int const a[3] = {1, 2, 3};
    volatile int b[3] = {10, 20, 30}, flag = 1;
    int r = 0;
    unsigned long long w = 0;
#pragma omp target map(tofrom: r, w, b) map(to: flag)
    {
        r = sum(a, b, 3) + flag;
        b[1]++;
        w = widest(5, 6, 7);
        int *(*pp)[2], *arr[2], x = 3, (*row)[3], m[2][3] = {{1, 2, 3}, {4, 5, 6}};
        pp = &arr;
        (*pp)[1] = &x;
        row = m + 1;
        r += *arr[1] * 1000 + (*row)[2] * 10000;
    }
    printf("%d %llu %d\n", r, w, b[1]);
    return 0;
}
