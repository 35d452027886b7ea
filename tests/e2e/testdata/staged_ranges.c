// Loops over rows whose ends come from memory, which a GPU's teams load as one range where
// the rows follow each other: empty, short, long and very long ones, with a last step that
// is not full, in few and in many teams; and rows with gaps, that overlap, or in another order.
#include <stdio.h>

enum { ROWS = 3000, MOST = 60000 };

static int start[ROWS + 1], first[ROWS], behind[ROWS], column[MOST], n = ROWS;
static float value[MOST], x[ROWS];
static double wide[MOST];
static int bad;

/* Rows of all lengths, one of them with 5000 elements. */
static void make(int kind)
{
    int at = 0;
    for (int i = 0; i < ROWS; i++) {
        start[i] = at;
        at += kind == 0 ? 17 : kind == 1 ? i % 5 * (i % 3) : i == 1234 ? 5000 : i % 200 == 7 ? 129 : i % 11;
    }
    start[ROWS] = at;
    for (int i = 0; i < ROWS; i++) {
        first[i] = start[i];
        behind[i] = start[i + 1];
    }
    for (int e = 0; e < MOST; e++) {
        column[e] = (e * 7 + e / 13) % ROWS;
        value[e] = e % 19 - 9;
        wide[e] = e % 23;
    }
    for (int i = 0; i < ROWS; i++)
        x[i] = i % 29;
}

static void check(const char *what, int i, double got, double want)
{
    if (got != want && bad++ < 10)
        printf("%s %d: %.17g, not %.17g\n", what, i, got, want);
}

/* A product of matrix and vector; all values are small integers. */
static void multiply(int rows, int teams)
{
    static float y[ROWS];
    for (int i = 0; i < ROWS; i++)
        y[i] = -1;
#pragma omp target teams distribute parallel for map(to: start, column, value, x) map(tofrom: y) num_teams(teams)
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++)
            sum += value[e] * x[column[e]];
        y[i] = sum;
    }
    for (int i = 0; i < ROWS; i++) {
        float sum = i < rows ? 0 : -1;
        for (int e = start[i]; i < rows && e < start[i + 1]; e++)
            sum += value[e] * x[column[e]];
        check("multiply", i, y[i], sum);
    }
}

/* Ends of their own, two values of an element, a factor of the row, a condition, and the
 * number of the element. */
static void several(void)
{
    static double y[ROWS];
    double most = 0;
#pragma omp target teams distribute parallel for map(to: first, behind, column, wide, x) map(from: y) private(most)
    for (int i = 0; i < n; i++) {
        double factor = x[i] + 1;
        long e;
        most = -1;
        for (e = first[i]; e <= behind[i] - 1; ++e) {
            int c = column[e];
            double v = factor * wide[e] - (x[c] > 3 ? x[c] : wide[e]);
            if (v > most)
                most = v + e % 3;
        }
        y[i] = most;
    }
    for (int i = 0; i < n; i++) {
        double factor = x[i] + 1, best = -1;
        for (long e = first[i]; e < behind[i]; ++e) {
            int c = column[e];
            double v = factor * wide[e] - (x[c] > 3 ? x[c] : wide[e]);
            if (v > best)
                best = v + e % 3;
        }
        check("several", i, y[i], best);
    }
}

/* The order of additions is that of the elements: a hash tells. */
static void hashed(void)
{
    static unsigned y[ROWS];
    unsigned *from = (unsigned *)column;
#pragma omp target teams distribute parallel for map(to: first, behind, from[0:MOST]) map(from: y) thread_limit(128)
    for (int i = 0; i < n; i++) {
        unsigned h = 5381;
        for (unsigned e = first[i]; e < (unsigned)behind[i]; e++)
            h = h * 33 + from[e];
        y[i] = h;
    }
    for (int i = 0; i < n; i++) {
        unsigned h = 5381;
        for (int e = first[i]; e < behind[i]; e++)
            h = h * 33 + from[e];
        check("hashed", i, y[i], h);
    }
}

static void all(void)
{
    several();
    hashed();
}

int main(void)
{
    static const int rows[] = {0, 1, 127, 128, 129, 1300, ROWS};
    for (int kind = 0; kind < 3; kind++) {
        make(kind);
        for (int r = 0; r < 7; r++)
            multiply(rows[r], r % 3 == 0 ? 1 : r % 3 == 1 ? 5 : 40);
        multiply(ROWS, 40);
        multiply(ROWS, 2);
        all();
        for (int i = 3; i < ROWS; i += 400) /* gaps */
            behind[i] -= behind[i] > first[i];
        all();
        for (int i = 0; i < ROWS; i += 2) /* rows are the same as others, or end before they start */
            first[i] = i % 4 == 0 ? first[ROWS - 1 - i] : behind[i] + 5;
        all();
        for (int i = 0; i < ROWS; i++) /* from the last to the first */
            first[i] = start[ROWS - 1 - i], behind[i] = start[ROWS - i];
        all();
    }
    printf("bad %d\n", bad);
    return bad != 0;
}
