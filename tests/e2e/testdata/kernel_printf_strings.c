// %s with literals chosen at run time, with tables of strings and with text in
// private and mapped memory; width and precision of such strings.
#include <stdio.h>
static const char greeting[] = "mapped text";
static const struct { int id; const char *name; } table[2] = { { 1, "one" }, { .name = "two" } };
int main(void)
{
    int n = 3;
#pragma omp target map(to: greeting)
    {
        static const char *const names[] = {"zero", "one", "two"};
        char own[4] = {'o', 'w', 'n', 0};
        for (int i = 0; i < n; i++)
            printf("%s %s|", i & 1 ? "odd" : "even", names[i]);
        printf("\n%s %s %s\n", own, greeting, table[n & 1].name);
        printf("%*d|%-*d|%.*f|%5s|%-5s|%.2s|%5.2s|%-6s|\n", 6, n, 4, n, 2, 1.2345, "ab", "cd", "efgh", own, greeting);
    }
    return 0;
}
