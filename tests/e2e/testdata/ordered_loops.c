// Ordered regions in loops of device code, also with dependences between iterations.
#include <stdio.h>

#define N 100

// fill is called by all threads of a team.
#pragma omp declare target
static void fill(int *list, int *used)
{
#pragma omp for ordered schedule(static, 3)
    for (int i = 0; i < N; i++) {
        int square = i * i;
#pragma omp ordered
        list[(*used)++] = square;
    }
}
#pragma omp end declare target

int main(void)
{
    int list[N], again[N], used = 0, more = 0, wrong = 0, last = 0;
    long sum = 0;
    double grid[10][10];
    for (int i = 0; i < 100; i++)
        grid[i / 10][i % 10] = i;

#pragma omp target parallel for ordered schedule(dynamic) num_threads(8) reduction(+: sum) map(tofrom: list, used, sum)
    for (int i = 0; i < N; i++) {
        sum += i;
#pragma omp ordered
        {
            list[used] = i * i;
            used++;
        }
    }
#pragma omp target map(tofrom: grid, again, more, last)
#pragma omp parallel
    {
        fill(again, &more);
#pragma omp for ordered(2) lastprivate(last)
        for (int i = 1; i < 10; i++)
            for (int j = 1; j < 10; j++) {
#pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
                grid[i][j] += grid[i - 1][j] + grid[i][j - 1] * 0.5;
                last = i * j;
#pragma omp ordered depend(source)
            }
#pragma omp single
#pragma omp simd
        for (int i = 1; i < 10; i++) {
            grid[0][i] *= 2;
#pragma omp ordered simd
            grid[1][i] = grid[1][i - 1] + 1;
        }
    }
    for (int i = 0; i < N; i++)
        wrong += (list[i] != i * i) + (again[i] != i * i);
    printf("%d %d %d %ld %d\n", wrong, used, more, sum, last);
    for (int i = 0; i < 10; i++)
        printf("%.6f %.6f\n", grid[i][9], grid[1][i]);
    return 0;
}
