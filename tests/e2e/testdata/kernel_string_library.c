// Functions of <string.h> on strings, in memories of several kinds.
#include <stdio.h>
#include <string.h>

#define WORDS 4

static int sign(int x) { return (x > 0) - (x < 0); }

// count returns how often word stands in text.
static int count(const char *text, const char *word)
{
    int n = 0;
    size_t length = strlen(word);
    for (const char *at = text; (at = strchr(at, word[0])) != NULL; at++)
        n += strncmp(at, word, length) == 0;
    return n;
}

int main(void)
{
    char text[128] = "the cat and the dog and the bird", words[WORDS][8] = {"the", "and", "cat", "cow"};
    char built[64];
    int counts[WORDS], signs[6];
    long places[5];

#pragma omp target teams distribute parallel for map(to: text, words) map(from: counts)
    for (int i = 0; i < WORDS; i++)
        counts[i] = count(text, words[i]);

#pragma omp target map(to: text, words) map(from: built, signs, places)
    {
        char local[16];
        memset(built, '#', sizeof built);
        strcpy(built, words[2]);
        strcat(built, "-");
        strncat(built, text + 4, 3);
        strncpy(local, "bird", sizeof local);
        strcat(built, strcpy(local, local[1] == 'i' ? "+x" : "+y"));
        strncpy(built + 20, words[3], sizeof words[3]);
        signs[0] = sign(strcmp(words[0], words[1]));
        signs[1] = sign(strcmp("abc", "abcd"));
        signs[2] = strcmp(local, "+x");
        signs[3] = sign(memcmp(words[2], "cau", 3));
        signs[4] = strncmp("catalogue", words[2], 3);
        signs[5] = sign(strcmp("\xff", "a"));
        places[0] = strrchr(text, 'd') - text;
        places[1] = strchr(text, 'z') == NULL;
        places[2] = (char *)memchr(text, 'g', sizeof text) - text;
        places[3] = strchr(text, '\0') - text;
        places[4] = memchr(text, 'b', 5) == NULL;
    }
    for (int i = 0; i < WORDS; i++)
        printf("%s %d\n", words[i], counts[i]);
    printf("%s %.9s|%c\n", built, built + 20, built[28]);
    for (int i = 0; i < 6; i++)
        printf("%d ", signs[i]);
    for (int i = 0; i < 5; i++)
        printf("%ld ", places[i]);
    printf("\n");
    return 0;
}
