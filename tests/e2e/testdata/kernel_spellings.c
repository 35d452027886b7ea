// Spellings that the C parser does not know: assertions without a message, packed
// enumerations, attributes in brackets, labels in front of a closing brace.
#include <stdio.h>

enum __attribute__((packed)) color { RED, GREEN, BLUE = 200 };
enum level { LOW = -1, HIGH = 127 } __attribute__((__packed__));
typedef enum __attribute__((packed, unused)) { NORTH, SOUTH = 300 } side;
enum plain { A __attribute__((unused)), B };

struct pixel {
    enum color c;
    enum level l;
    side s;
    enum plain p;
    _Static_assert(sizeof(enum color) == 1);
};
_Static_assert(sizeof(struct pixel) == 8);
_Static_assert(sizeof "a,b" == 4);

[[maybe_unused]] static int unused;
[[nodiscard("it, [ too"), gnu::noinline, __gnu__::__const__]] static int twice(int x)
{
    return 2 * x;
}

static void skip(int x, int *sum)
{
    if (x > 1)
        goto end;
    x += 10;
    switch (x) {
    case 11:
        x++;
        [[fallthrough]];
    case 12:
        x += 100;
        break;
    default:
    }
    *sum += x;
end:
}

int main(void)
{
    struct pixel p[4];
    int sum = 0, table[4] = {3, 2, 1, 0};
#pragma omp target map(from: p) map(tofrom: sum) map(to: table)
    {
        _Static_assert(sizeof(struct pixel) == 8);
        for (int i = 0; i < 4; i++) {
            [[maybe_unused]] int twin = twice(i);
            p[i].c = i == 2 ? BLUE : GREEN;
            p[i].l = i == 1 ? LOW : HIGH;
            p[i].s = SOUTH;
            p[i].p = B;
            if (table[table[i]] == 2)
                goto next;
            skip(i, &sum);
            sum += twin;
        next:
        }
    }
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d\n", p[i].c, p[i].l, p[i].s, p[i].p);
    printf("%d\n", sum);
    return 0;
}
