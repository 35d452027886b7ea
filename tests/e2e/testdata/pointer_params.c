// One device function called with pointers to mapped data, to private arrays,
// to team-local arrays and to function-local arrays.
#include <stdio.h>

#pragma omp declare target
static int sum(const int *v, int n)
{
    int s = 0;
    while (n-- > 0)
        s += *v++;
    return s;
}

static void fill(int *v, int n, int from)
{
    for (int i = 0; i < n; i++)
        v[i] = from + i;
}

static int local_sum(int x)
{
    int tmp[3];
    fill(tmp, 3, x);
    return sum(tmp, 3);
}
#pragma omp end declare target

int main(void)
{
    int a[64], out[4][16];
    fill(a, 64, 1);
#pragma omp target teams num_teams(4) thread_limit(16) map(to: a) map(from: out)
    {
        int shared[16];
        fill(shared, 16, 100);
#pragma omp distribute
        for (int t = 0; t < 4; t++) {
#pragma omp parallel for
            for (int i = 0; i < 16; i++) {
                int own[5];
                fill(own, 5, i);
                out[t][i] = sum(a + t * 16, i) + 1000 * sum(own, 5) + sum(shared, 16) + local_sum(i) + sum(shared + i, 1);
            }
        }
    }
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 16; i++)
            printf("%d%c", out[t][i], i == 15 ? '\n' : ' ');
    return 0;
}
