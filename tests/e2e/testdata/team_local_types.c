// Team-local structs, arrays of arrays, chars, pointers, all seen by the threads.
#include <stdio.h>

struct cell { char c; double d; short v[3]; };

int main(void)
{
    double out[6][20];
    int in[6][20];
    for (int i = 0; i < 120; i++)
        in[i / 20][i % 20] = i;
#pragma omp target teams num_teams(3) thread_limit(8) map(to: in) map(from: out)
#pragma omp distribute
    for (int t = 0; t < 6; t++) {
        struct cell c = {'A', 0.5, {1, 2, 3}};
        char m[2][20];
        const int *row = in[t];
        unsigned char k = (unsigned char)(250 + t);
        c.v[2] = (short)t;
        for (int j = 0; j < 20; j++) {
            m[0][j] = (char)j;
            m[1][j] = (char)-j;
        }
        k++;
#pragma omp parallel for
        for (int j = 0; j < 20; j++)
            out[t][j] = row[j] + c.d * c.v[2] + m[j & 1][j] + k + c.c;
    }
    for (int t = 0; t < 6; t++)
        for (int j = 0; j < 20; j++)
            printf("%g%c", out[t][j], j == 19 ? '\n' : ' ');
    return 0;
}
