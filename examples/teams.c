/* teams.c: the constructs one by one. Each team takes blocks of a string of letters. Its
 * first thread clears an array, in which all its threads then count the block's
 * letters; at last they add it to the total. */
#include <stdio.h>
#include <string.h>

enum { N = 1 << 16, BLOCK = 1024, LETTERS = 26 };
static char text[N];

static void count(int total[LETTERS])
{
#pragma omp target teams map(to: text) map(tofrom: total[0:LETTERS])
#pragma omp distribute
    for (int block = 0; block < N / BLOCK; block++) {
        int mine[LETTERS];
        for (int k = 0; k < LETTERS; k++)
            mine[k] = 0;
#pragma omp parallel
        {
#pragma omp for
            for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
#pragma omp atomic
                mine[text[i] - 'a']++;
            }
#pragma omp for
            for (int k = 0; k < LETTERS; k++) {
#pragma omp atomic
                total[k] += mine[k];
            }
        }
    }
}

int main(void)
{
    int total[LETTERS] = {0}, expected[LETTERS] = {0};
    for (int i = 0; i < N; i++) {
        text[i] = 'a' + i * 7 % 1000 % LETTERS;
        expected[text[i] - 'a']++;
    }
    count(total);
    for (int k = 0; k < LETTERS; k++)
        printf("%c %d%s", 'a' + k, total[k], k + 1 < LETTERS ? ", " : "\n");
    return memcmp(total, expected, sizeof total) != 0;
}
