// Formats of printf that are no literals themselves: chosen between two, and constant arrays.
#include <stdio.h>

static const char row[] = "row %d: %s\n";

int main(void)
{
    const char *names[] = {"a", "b"};
    char word[] = "word";
    (void)names;
#pragma omp target map(to: word, row)
    {
        static const char inner[] = "%s has %d%%\n";
        for (int i = 0; i < 4; i++) {
            printf(i % 2 ? "odd %d\n" : i ? "even %d, %s\n" : row, i, word);
            printf(row, i, word);
        }
        printf(inner, word, 7);
        printf(sizeof word > 4 ? "long\n" : "short\n");
        printf("in %s\n", __func__);
    }
    return 0;
}
