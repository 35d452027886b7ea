// The functions and macros of <ctype.h> on all characters.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    static int class[257], macros[257], upper[257], lower[257];
#pragma omp target teams distribute parallel for map(from: class, macros, upper, lower)
    for (int c = -1; c < 256; c++) {
        int i = c + 1, m = 0, f = 0;
        m |= !!isalnum(c) << 0 | !!isalpha(c) << 1 | !!isblank(c) << 2 | !!iscntrl(c) << 3 | !!isdigit(c) << 4;
        m |= !!isgraph(c) << 5 | !!islower(c) << 6 | !!isprint(c) << 7 | !!ispunct(c) << 8 | !!isspace(c) << 9;
        m |= !!isupper(c) << 10 | !!isxdigit(c) << 11;
        f |= !!(isalnum)(c) << 0 | !!(isalpha)(c) << 1 | !!(isblank)(c) << 2 | !!(iscntrl)(c) << 3 | !!(isdigit)(c) << 4;
        f |= !!(isgraph)(c) << 5 | !!(islower)(c) << 6 | !!(isprint)(c) << 7 | !!(ispunct)(c) << 8 | !!(isspace)(c) << 9;
        f |= !!(isupper)(c) << 10 | !!(isxdigit)(c) << 11;
        macros[i] = m;
        class[i] = f;
        upper[i] = toupper(c) + 1000 * (toupper)(c);
        lower[i] = tolower(c) + 1000 * (tolower)(c);
    }
    for (int i = 0; i < 257; i++)
        printf("%d: %x %x %d %d\n", i - 1, class[i], macros[i], upper[i], lower[i]);
    return 0;
}
