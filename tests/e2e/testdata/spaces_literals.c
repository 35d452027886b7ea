// Compound literals and strings whose addresses go here and there.
#include <stdio.h>

struct pt { int x, y; };
struct ref { const struct pt *p; const char *name; const int *one; };

#pragma omp declare target
static int get(const struct pt *p) { return p->x * 10 + p->y; }
static int first(const int *v) { return *v; }
static int use(struct ref r) { return get(r.p) + r.name[0] + *r.one; }
static const char *word(int i) { return i % 2 ? "odd" : "even"; }
static int length(const char *s)
{
    int n = 0;
    while (*s++)
        n++;
    return n;
}
#pragma omp end declare target

int main(void)
{
    int r[8], a[4] = {4, 3, 2, 1};
    char text[6] = "hello";
#pragma omp target teams distribute parallel for map(from: r) map(to: a, text)
    for (int i = 0; i < 8; i++) {
        r[i] = get(&(struct pt){i, 2}) + first(&(int){i * 100}) + first((int[]){7, 8});
        r[i] += use((struct ref){&(struct pt){.y = i}, "name", i % 2 ? &(int){3} : &a[i / 2]});
        const int *p = i > 3 ? (int[2]){[1] = i} : a;
        r[i] += p[1];
        const char *s = i < 3 ? text : i < 5 ? "literal" : word(i);
        r[i] += 1000 * length(s) + s[1] + length(word(i));
        struct pt *q = &(struct pt){1, 1};
        q->x += i;
        r[i] += get(q);
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", r[i]);
    printf("\n");
    return 0;
}
