// atomic compare (OpenMP 5.1): extremes, exchanges under a condition, and what they capture.
#include <stdio.h>

#define N 300

struct slot {
    short owner;
    double best;
    unsigned char level;
};

int main(void)
{
    int most = -1, least = 1000, turn = 5, winners = 0, steps = 0;
    unsigned long mark = 9;
    float high = 0;
    struct slot s[3] = {{0, -1, 200}, {0, -1, 200}, {0, -1, 200}};
    int heap[N];
#pragma omp target teams distribute parallel for map(tofrom: most, least, turn, mark, high, s, winners, steps) map(from: heap)
    for (int i = 0; i < N; i++) {
        int e = (i * 37) % 307, got, was, ok;
        unsigned char c = e % 100;
#pragma omp atomic compare
        if (e > most) {
            most = e;
        }
#pragma omp atomic compare
        least = e < least ? e : least;
#pragma omp atomic compare seq_cst
        if (turn == 5) {
            turn = 7;
        }
#pragma omp atomic compare acq_rel weak
        mark = mark == 9ul ? 11ul : mark;
#pragma omp atomic compare
        high = high < e * 0.5f ? e * 0.5f : high;
#pragma omp atomic compare
        if (s[i % 3].best < e) {
            s[i % 3].best = e;
        }
#pragma omp atomic compare
        s[i % 3].level = s[i % 3].level > c ? c : s[i % 3].level;
#pragma omp atomic compare capture fail(relaxed) relaxed
        {
            ok = s[i % 3].owner == 0;
            if (ok) {
                s[i % 3].owner = 1;
            }
        }
        if (ok) {
#pragma omp atomic
            winners++;
        }
        do { // a counter by hand
#pragma omp atomic read
            was = steps;
            got = was;
#pragma omp atomic compare capture
            if (steps == was) {
                steps = was + 1;
            } else {
                got = steps;
            }
        } while (got != was);
        heap[i] = e;
    }
    printf("%d %d %d %lu %g %d\n", most, least, turn, mark, high, winners);
    for (int k = 0; k < 3; k++)
        printf("%d %g %d\n", s[k].owner, s[k].best, s[k].level);
    int x = 4, v = 0, w = 0, r = 0, q = 0;
#pragma omp target map(tofrom: x, v, w, r, q)
    {
#pragma omp atomic compare capture
        {
            v = x;
            if (x == 4) {
                x = 8;
            }
        }
#pragma omp atomic compare capture
        {
            x = x < 20 ? 20 : x;
            w = x;
        }
#pragma omp atomic compare capture
        {
            r = x == 3;
            if (r) {
                x = 1;
            } else {
                q = x;
            }
        }
    }
    printf("%d %d %d %d %d %d\n", x, v, w, r, q, steps);
    return 0;
}
