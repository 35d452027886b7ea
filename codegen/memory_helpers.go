package codegen

// helperBodies is the text of the helpers: TO and FROM are the address spaces of
// the first and second pointer. putstr prints a string that is no literal, as %s
// with a width and a precision does.
var helperBodies = map[string]string{
	"memcpy": `TO void *NAME(TO void *to, FROM const void *from, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    typedef ulong word __attribute__((may_alias));
    ulong i = 0;
    if (((ulong)t & 7) == 0 && ((ulong)f & 7) == 0)
        for (; i + 8 <= n; i += 8)
            *(TO word *)(t + i) = *(FROM const word *)(f + i);
    for (; i < n; i++)
        t[i] = f[i];
    return to;
}
`,
	"memmove": `TO void *NAME(TO void *to, FROM const void *from, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    if ((ulong)t <= (ulong)f)
        for (ulong i = 0; i < n; i++)
            t[i] = f[i];
    else
        for (ulong i = n; i-- > 0;)
            t[i] = f[i];
    return to;
}
`,
	"memset": `TO void *NAME(TO void *to, int value, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    typedef ulong word __attribute__((may_alias));
    ulong i = 0;
    if (((ulong)t & 7) == 0)
        for (; i + 8 <= n; i += 8)
            *(TO word *)(t + i) = 0x0101010101010101UL * (uchar)value;
    for (; i < n; i++)
        t[i] = (uchar)value;
    return to;
}
`,
	"memcmp": `int NAME(TO const void *a, FROM const void *b, ulong n)
{
    TO const uchar *x = (TO const uchar *)a;
    FROM const uchar *y = (FROM const uchar *)b;
    for (ulong i = 0; i < n; i++)
        if (x[i] != y[i])
            return (int)x[i] - (int)y[i];
    return 0;
}
`,
	"putstr": `int NAME(TO const void *string, int width, int most, int left)
{
    TO const char *s = (TO const char *)string;
    int n = 0;
    if (s == 0)
        return printf("(null)");
    while ((most < 0 || n < most) && s[n] != 0)
        n++;
    for (int i = n; !left && i < width; i++)
        printf(" ");
    for (int i = 0; i < n; i++)
        printf("%c", s[i]);
    for (int i = n; left && i < width; i++)
        printf(" ");
    return 0;
}
`,
	"strlen": `ulong NAME(TO const void *s)
{
    TO const char *c = (TO const char *)s;
    ulong n = 0;
    while (c[n] != 0)
        n++;
    return n;
}
`,
	"mempcpy": `TO void *NAME(TO void *to, FROM const void *from, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    for (ulong i = 0; i < n; i++)
        t[i] = f[i];
    return t + n;
}
`,
	"strnlen": `ulong NAME(TO const void *s, ulong most)
{
    TO const char *c = (TO const char *)s;
    ulong n = 0;
    while (n < most && c[n] != 0)
        n++;
    return n;
}
`,
	"stpcpy": `TO char *NAME(TO void *to, FROM const void *from)
{
    TO char *t = (TO char *)to;
    FROM const char *f = (FROM const char *)from;
    for (; *f != 0; t++, f++)
        *t = *f;
    *t = 0;
    return t;
}
`,
	"strspn":  span("one[i] == 0"),
	"strcspn": span("one[i] == c[n]"),
	"strpbrk": `TO char *NAME(TO const void *s, FROM const void *set)
{
    FROM const char *one = (FROM const char *)set;
    for (TO const char *c = (TO const char *)s; *c != 0; c++)
        for (ulong i = 0; one[i] != 0; i++)
            if (one[i] == *c)
                return (TO char *)c;
    return 0;
}
`,
	"strstr": `TO char *NAME(TO const void *s, FROM const void *part)
{
    FROM const char *p = (FROM const char *)part;
    for (TO const char *c = (TO const char *)s;; c++) {
        ulong i = 0;
        while (p[i] != 0 && c[i] == p[i])
            i++;
        if (p[i] == 0)
            return (TO char *)c;
        if (*c == 0)
            return 0;
    }
}
`,
	"strcasecmp": `int NAME(TO const void *a, FROM const void *b)
{
    TO const uchar *x = (TO const uchar *)a;
    FROM const uchar *y = (FROM const uchar *)b;
    for (;; x++, y++) {
        int d = omp2cl_c_tolower(*x) - omp2cl_c_tolower(*y);
        if (d != 0 || *x == 0)
            return d;
    }
}
`,
	"strncasecmp": `int NAME(TO const void *a, FROM const void *b, ulong n)
{
    TO const uchar *x = (TO const uchar *)a;
    FROM const uchar *y = (FROM const uchar *)b;
    for (ulong i = 0; i < n; i++) {
        int d = omp2cl_c_tolower(x[i]) - omp2cl_c_tolower(y[i]);
        if (d != 0 || x[i] == 0)
            return d;
    }
    return 0;
}
`,
	"memchr": `TO void *NAME(TO const void *s, int value, ulong n)
{
    TO const uchar *c = (TO const uchar *)s;
    for (ulong i = 0; i < n; i++)
        if (c[i] == (uchar)value)
            return (TO void *)(c + i);
    return 0;
}
`,
	"strcmp": `int NAME(TO const void *a, FROM const void *b)
{
    TO const uchar *x = (TO const uchar *)a;
    FROM const uchar *y = (FROM const uchar *)b;
    for (; *x == *y; x++, y++)
        if (*x == 0)
            return 0;
    return (int)*x - (int)*y;
}
`,
	"strncmp": `int NAME(TO const void *a, FROM const void *b, ulong n)
{
    TO const uchar *x = (TO const uchar *)a;
    FROM const uchar *y = (FROM const uchar *)b;
    for (ulong i = 0; i < n; i++)
        if (x[i] != y[i] || x[i] == 0)
            return (int)x[i] - (int)y[i];
    return 0;
}
`,
	"strcpy": `TO char *NAME(TO void *to, FROM const void *from)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    for (; *f != 0; t++, f++)
        *t = *f;
    *t = 0;
    return (TO char *)to;
}
`,
	"strncpy": `TO char *NAME(TO void *to, FROM const void *from, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    ulong i = 0;
    for (; i < n && f[i] != 0; i++)
        t[i] = f[i];
    for (; i < n; i++)
        t[i] = 0;
    return (TO char *)to;
}
`,
	"strcat": `TO char *NAME(TO void *to, FROM const void *from)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    while (*t != 0)
        t++;
    for (; *f != 0; t++, f++)
        *t = *f;
    *t = 0;
    return (TO char *)to;
}
`,
	"strncat": `TO char *NAME(TO void *to, FROM const void *from, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    while (*t != 0)
        t++;
    for (ulong i = 0; i < n && f[i] != 0; i++)
        *t++ = f[i];
    *t = 0;
    return (TO char *)to;
}
`,
	"strchr": `TO char *NAME(TO const void *s, int value)
{
    TO const char *c = (TO const char *)s;
    while (*c != (char)value && *c != 0)
        c++;
    return *c == (char)value ? (TO char *)c : 0;
}
`,
	"strrchr": `TO char *NAME(TO const void *s, int value)
{
    TO const char *c = (TO const char *)s;
    TO const char *last = 0;
    for (;; c++) {
        if (*c == (char)value)
            last = c;
        if (*c == 0)
            return (TO char *)last;
    }
}
`,
}

// span is the text of strspn and strcspn, which count characters up to the first one for
// which the condition holds at the end of a search for it in the set.
func span(ends string) string {
	return `ulong NAME(TO const void *s, FROM const void *set)
{
    TO const char *c = (TO const char *)s;
    FROM const char *one = (FROM const char *)set;
    for (ulong n = 0;; n++) {
        ulong i = 0;
        while (one[i] != 0 && one[i] != c[n])
            i++;
        if (` + ends + `)
            return n;
    }
}
`
}
