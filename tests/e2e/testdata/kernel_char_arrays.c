// char buffers: reading text, writing text, unsigned bytes above 127, hashing.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[] = "The quick brown fox jumps over the lazy dog, caf\xe9 \xff!";
    int n = (int)strlen(text), hist[256] = {0}, negative = 0;
    char upper[80] = {0};
    unsigned hash = 2166136261u;
#pragma omp target teams distribute parallel for map(tofrom: hist) map(to: text) map(tofrom: upper) reduction(+: negative)
    for (int i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
#pragma omp atomic
        hist[c]++;
        negative += text[i] < 0;
        upper[i] = (char)(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i]);
    }
#pragma omp target map(tofrom: hash)
    for (int i = 0; text[i]; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    for (int c = 0; c < 256; c++)
        if (hist[c])
            printf("%d:%d ", c, hist[c]);
    upper[47] = 0;
    printf("\n%s %d %u\n", upper, negative, hash);
    return 0;
}
