// stdio with results: fread and fwrite, large and small, strings, formats, a user's buffer.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"

enum { N = 400000 };

static void blocks(FILE *f, int *p)
{
    dev_fill(p, N, 1);
    rewind(f);
    must(fwrite(p, sizeof *p, N, f) == N && fflush(f) == 0);
    dev_fill(p, N, 2);
    rewind(f);
    must(fread(p, sizeof *p, N, f) == N);
    check("on the device after fread", dev_wrong(p, N, 1), 0);
    check("after fread", host_wrong(p, N, 1), 0);
    dev_fill(p, N, 3);
    rewind(f);
    for (long i = 0; i < N; i += 100) /* small pieces */
        must(fwrite(p + i, sizeof *p, 100, f) == 100);
    rewind(f);
    dev_set(p, N, 0, N, 0);
    for (long i = 0; i < N; i += 100)
        must(fread(p + i, sizeof *p, 100, f) == 100);
    check("small pieces", dev_wrong(p, N, 3), 0);
}

static void text(FILE *f, char *p)
{
    memset(p, 'a', 3000);
    p[3000] = 0;
    dev_add_bytes((unsigned char *)p, 3000, 1);
    rewind(f);
    must(fputs(p, f) >= 0 && fputc('\n', f) == '\n' && fprintf(f, "%s %d\n", p, 5) > 0);
    rewind(f);
    dev_set_bytes((unsigned char *)p, N, 'x');
    must(fgets(p, N, f) == p);
    check("fgets", (long)strspn(p, "b"), 3000);
    dev_add_bytes((unsigned char *)p, N, 0);
    must(fscanf(f, "%s", p) == 1);
    check("fscanf", (long)strspn(p, "b"), 3000);
    dev_add_bytes((unsigned char *)p, N, 0);
    check("snprintf", snprintf(p, N, "%d %s", 17, "seventeen"), 12);
    dev_add_bytes((unsigned char *)p, 12, 0);
    int number;
    char word[20];
    must(sscanf(p, "%d %19s", &number, word) == 2);
    check("sscanf", number, 17);
    check("sscanf's word", strcmp(word, "seventeen"), 0);
    dev_add_bytes((unsigned char *)p, 12, 0);
    printf("%s\n", p);
    dev_add_bytes((unsigned char *)p, 12, 0);
    puts(p);
    dev_add_bytes((unsigned char *)p, 12, 0);
    check("strtol", strtol(p, NULL, 10), 17);
}

static void buffered(unsigned char *buffer)
{
    FILE *f = fdopen(temporary(0), "w+");
    must(f && setvbuf(f, (char *)buffer, _IOFBF, N) == 0);
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < 10000; i++)
            fprintf(f, "%d %d\n", round, i);
        dev_add_bytes(buffer, N, 3); /* the device takes the buffer along */
        dev_add_bytes(buffer, N, -3);
    }
    rewind(f);
    long lines = 0;
    int a, b;
    while (fscanf(f, "%d %d", &a, &b) == 2) {
        quiet_check("line", a * 10000 + b, lines++);
        if (lines % 50000 == 0)
            dev_add_bytes(buffer, N, 0);
    }
    check("lines", lines, 300000);
    fclose(f);
    exercise("buffer", buffer, N);
}

int main(void)
{
    FILE *f = fdopen(temporary(0), "w+");
    int *p = malloc(N * sizeof *p);
    must(f && p);
    blocks(f, p);
    text(f, (char *)p);
    buffered((unsigned char *)p);
    fclose(f);
    free(p);
    return status();
}
