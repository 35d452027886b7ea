// getline and getdelim into results, which the library may also reallocate.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"

enum { LINES = 300 };

int main(void)
{
    FILE *f = fdopen(temporary(0), "w+");
    must(f);
    for (int i = 0; i < LINES; i++)
        fprintf(f, "%0*d\n", i * 997 % 70000 + 10, i);
    rewind(f);
    size_t room = 70000;
    char *line = malloc(room);
    must(line);
    for (int i = 0; i < LINES; i++) {
        dev_set_bytes((unsigned char *)line, (long)room, 7);
        long n = i % 2 ? getline(&line, &room, f) : getdelim(&line, &room, '\n', f);
        quiet_check("length", n, i * 997 % 70000 + 11);
        quiet_check("digit", line[n - 2], '0' + i % 10);
        quiet_check("zeros on the device", dev_count_bytes((unsigned char *)line, n - 4, '0'), n - 4);
        if (i == LINES / 2) { /* a short buffer that has to grow */
            free(line);
            line = NULL;
            room = 0;
        }
        if (!line)
            must(line = malloc(room = 20));
    }
    check("end", getline(&line, &room, f), -1);
    fclose(f);
    free(line);
    return status();
}
