// Program arguments, environment and a region whose sizes come from them.
// ARGS: 7 3 hello
// ENV: E2E_FACTOR=6
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    int n = atoi(argv[1]), m = atoi(argv[2]), f = atoi(getenv("E2E_FACTOR"));
    int a[n][m], len = (int)strlen(argv[3]);
    char *text = argv[3];
#pragma omp target map(from: a) map(tofrom: text[0:len])
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] = i * j * f;
        text[0] = (char)(text[0] - 32);
    }
    printf("%d %s\n", a[n - 1][m - 1], argv[3]);
    return 0;
}
