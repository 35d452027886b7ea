// Pointers that firstprivate names keep their values where they lead to nothing present: handles, marks, differences.
#include <stdint.h>
#include <stdio.h>

typedef struct opaque handle;

int main(void)
{
    int x[10], equal = 0, apart = 0, marked = 0, total = 0;
    handle *h = (handle *)x, *same = (handle *)x, *none = NULL;
    char *mark = (char *)(uintptr_t)0x12345;
    int *from = x + 2, *to = x + 9;
#pragma omp target firstprivate(h, same, none, mark, from, to) map(from: equal, apart, marked)
    {
        equal = (h == same) + 2 * (h != none) + 4 * (none == NULL);
        apart = (int)(to - from);
        mark++;
        marked = mark == (char *)(uintptr_t)0x12346;
    }
#pragma omp target teams distribute parallel for firstprivate(from, to, mark) map(tofrom: total) reduction(+: total)
    for (int i = 0; i < 100; i++) {
        from += i % 3;
        total += (int)(to - from) * (mark != NULL);
        from -= i % 3;
    }
    printf("%d %d %d %d %d\n", equal, apart, marked, total, mark == (char *)(uintptr_t)0x12345);
    for (int i = 0; i < 10; i++)
        x[i] = i;
#pragma omp target data map(tofrom: x)
#pragma omp target firstprivate(from)
    from[1] += 100; // what is present is still reached
    printf("%d\n", x[3]);
    return 0;
}
