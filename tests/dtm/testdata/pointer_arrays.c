// Arrays of pointers to rows: attached, rows exchanged and replaced by the host, written through loaded pointers.
#include "torture.h"

enum { ROWS = 12, N = 9000 };

static void add_rows(int **rows, int k)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: rows[0:ROWS])
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < N; i++)
            rows[r][i] = (int)((unsigned)rows[r][i] + (unsigned)k * (unsigned)(r + 1));
}

static void map_rows(int **rows)
{
#pragma omp target enter data map(to: rows[0:ROWS])
    for (int r = 0; r < ROWS; r++) {
#pragma omp target enter data map(to: rows[r][0:N])
    }
}

static void unmap_rows(int **rows)
{
    for (int r = 0; r < ROWS; r++) {
#pragma omp target exit data map(from: rows[r][0:N])
    }
#pragma omp target exit data map(delete: rows[0:ROWS])
}

int main(void)
{
    int **rows = malloc(ROWS * sizeof *rows), *copy[ROWS];
    must(rows);
    for (int r = 0; r < ROWS; r++) {
        must(rows[r] = malloc(N * sizeof(int)));
        dev_fill(rows[r], N, r);
    }
    for (int round = 0; round < 4; round++) {
        memcpy(copy, rows, sizeof copy);
        map_rows(rows);
        add_rows(rows, 1);
        add_rows(rows, 2);
        unmap_rows(rows);
        for (int r = 0; r < ROWS; r++) {
            quiet_check("pointer", rows[r] == copy[r], 1);
            quiet_check("row", host_wrong_plus(rows[r], N, r, 3 * (r + 1)), 0);
        }
        int *last = rows[0]; /* other rows in other places */
        memmove(rows, rows + 1, (ROWS - 1) * sizeof *rows);
        rows[ROWS - 1] = last;
        free(rows[round]);
        must(rows[round] = malloc(N * sizeof(int)));
        for (int r = 0; r < ROWS; r++) {
            if (r & 1)
                host_fill(rows[r], N, r);
            else
                dev_fill(rows[r], N, r);
        }
        check("round", round, round);
    }
    return status();
}
