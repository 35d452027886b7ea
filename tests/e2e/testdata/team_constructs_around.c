// single, master and critical constructs around parallel regions, outside of which there is one thread.
#include <stdio.h>

#pragma omp declare target
int total[32];
#pragma omp end declare target

/* In teams, whose critical constructs keep each other out (OpenMP 4.5 section 2.13.2). */
static void in_turns(void)
{
#pragma omp target teams distribute num_teams(4)
    for (int t = 0; t < 8; t++)
#pragma omp critical
    {
#pragma omp parallel for
        for (int i = 0; i < 32; i++)
            total[i] = total[i] + i;
    }
#pragma omp target update from(total)
}

int main(void)
{
    int a[64], n = 0, sum = 0, c[8];
    for (int i = 0; i < 64; i++)
        a[i] = 0;
#pragma omp target map(tofrom: n, a)
    {
        int k = 7;
#pragma omp single
        {
            n += 10;
            k++;
#pragma omp parallel for
            for (int i = 0; i < 64; i++)
                a[i] += k;
        }
#pragma omp master
        {
            n += 100;
#pragma omp parallel for
            for (int i = 0; i < 64; i++)
                a[i] += k;
        }
#pragma omp critical
        {
            n += 1000;
#pragma omp parallel for
            for (int i = 0; i < 64; i++)
                a[i] += 5;
            n += 1;
        }
    }
    for (int i = 0; i < 64; i++)
        sum += a[i];
    printf("%d %d\n", n, sum);
#pragma omp target teams distribute map(from: c)
    for (int t = 0; t < 8; t++) {
        int k = 0, v[32];
#pragma omp critical (name)
        {
            k += t;
#pragma omp parallel for
            for (int i = 0; i < 32; i++)
                v[i] = i + k;
            k++;
        }
        c[t] = k + v[31];
    }
    for (int t = 0; t < 8; t++)
        printf("%d ", c[t]);
    in_turns();
    sum = 0;
    for (int i = 0; i < 32; i++)
        sum += total[i];
    printf("%d\n", sum);
    return 0;
}
