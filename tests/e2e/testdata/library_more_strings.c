// Functions on strings and memory beyond the most usual ones.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

#pragma omp declare target
static int words(const char *s)
{
    int n = 0;
    for (s += strspn(s, " ,"); *s; s += strspn(s, " ,"), n++)
        s += strcspn(s, " ,");
    return n;
}
#pragma omp end declare target

int main(void)
{
    char text[4][32] = {"one, two,three", "  Hello World ", "", "a,b c,,d"}, out[4][64];
    int r[4][8];
#pragma omp target teams distribute parallel for map(to: text) map(from: out, r)
    for (int i = 0; i < 4; i++) {
        char own[40] = "xWORLDx", *end = stpcpy(own + 7, text[i]);
        const char *found = strstr(text[i], "World"), *comma = strpbrk(text[i], ",W");
        r[i][0] = words(text[i]);
        r[i][1] = found ? (int)(found - text[i]) : -1;
        r[i][2] = comma ? *comma : 0;
        r[i][3] = (int)(end - own) + (int)strnlen(own, 9);
        r[i][4] = (strcasecmp(text[i], "A,B C,,D") == 0) + 2 * (strncasecmp(own + 1, "worldly", 5) == 0);
        r[i][5] = strcasecmp("abc", text[i]) < 0;
        bzero(out[i], sizeof out[i]);
        char *p = mempcpy(out[i], own, 5);
        *p++ = '|';
        strcpy(p, text[i]);
        r[i][6] = bcmp(own, out[i], 5) == 0;
        r[i][7] = strstr(own, "") == own;
    }
    for (int i = 0; i < 4; i++) {
        printf("%s", out[i]);
        for (int k = 0; k < 8; k++)
            printf(" %d", r[i][k]);
        printf("\n");
    }
    return 0;
}
