// String literals in the kernel: pointers to them, indexing, choosing, comparing.
#include <stdio.h>

#pragma omp declare target
static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}
#pragma omp end declare target

int main(void)
{
    char out[8][8], key[4] = "two";
    int eq[8];
#pragma omp target teams distribute parallel for map(from: out, eq) map(to: key)
    for (int i = 0; i < 8; i++) {
        const char *word = i % 3 == 0 ? "zero" : i % 3 == 1 ? "o" "ne" : "two";
        copy(out[i], word);
        eq[i] = same(word, "one") + 10 * same(out[i], key) + 100 * ("abcdefgh"[i] - 'a');
        if (i == 7)
            copy(out[i], "\x41\102\"\\?");
    }
    for (int i = 0; i < 8; i++)
        printf("%s %d\n", out[i], eq[i]);
    return 0;
}
