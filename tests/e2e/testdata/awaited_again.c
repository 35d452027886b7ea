/* Regions that bring scalars back, launched again and again: with the scalars changed by the
 * host in between, also to what they were; the same scalar in two regions; scalars of other
 * types at the same place of the stack; behind regions that are left running. */
#include <stdio.h>

enum { N = 1000 };

static int a[N];
static long everywhere;

static int add_all(int start)
{
    int sum = start;
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < N; i++)
        sum += a[i];
    return sum;
}

static short least(short start)
{
    short found = start;
#pragma omp target teams distribute parallel for reduction(min: found) map(tofrom: found)
    for (int i = 0; i < N; i++)
        found = a[i] < found ? a[i] : found;
    return found;
}

static double halves(double start)
{
    double sum = start, most = -1;
    unsigned char seen = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) reduction(max: most) reduction(|: seen) map(tofrom: sum, most, seen)
    for (int i = 0; i < N; i++) {
        sum += a[i] * 0.5;
        most = a[i] > most ? a[i] : most;
        seen |= 1 << (a[i] & 7);
    }
    return sum + most * 1000 + seen;
}

static void shift(int by)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        a[i] += by;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 101;
    int one = 5, total = 0;
#pragma omp target data map(tofrom: a)
    {
        for (int round = 0; round < 6; round++) {
            one = round % 2 ? 5 : one; /* what it was */
#pragma omp target teams distribute parallel for reduction(+: one) map(tofrom: one)
            for (int i = 0; i < N; i++)
                one += a[i];
            printf("one %d\n", one);
            if (round == 3)
                one = 5;
#pragma omp target map(tofrom: one)
            one = one * 2 + 1;
            printf("twice %d\n", one);
#pragma omp target teams distribute parallel for reduction(+: everywhere) map(tofrom: everywhere)
            for (int i = 0; i < N; i++)
                everywhere += a[i];
            total += add_all(round % 3);
            shift(round - 2);
            shift(1);
            printf("sum %d, least %d, halves %.1f, everywhere %ld\n", add_all(round), least(100 - round), halves(round), everywhere);
            everywhere -= round;
        }
        for (int i = 0; i < 20; i++)
            total += add_all(i) + least(50) + (int)halves(0.25 * i);
    }
    for (int i = 0; i < 20; i++) {
        a[i * 37] += i;
        total += add_all(i) + least(50) + (int)halves(0.25 * i);
    }
    printf("total %d\n", total);
    return 0;
}
