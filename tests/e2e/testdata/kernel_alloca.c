// alloca in regions and device functions: memory lasts until the function returns, beside arrays of variable length.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

#pragma omp declare target
static int list(int n)
{
    struct node *first = 0;
    for (int i = 0; i < n; i++) {
        struct node *new = alloca(sizeof *new);
        char between[i + 1];
        memset(between, 1, sizeof between);
        new->value = i + between[i];
        new->next = first;
        first = new;
    }
    int sum = 0;
    for (struct node *p = first; p; p = p->next)
        sum = sum * 3 % 10007 + p->value;
    return sum;
}
#pragma omp end declare target

int main(void)
{
    int r[40];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 40; i++) {
        long *own = __builtin_alloca((i + 1) * sizeof(long));
        for (int k = 0; k <= i; k++)
            own[k] = k * k;
        int first = list(i), again = list(40 - i);
        r[i] = first + again;
        for (int k = 0; k <= i; k++)
            r[i] += own[k] != k * k;
    }
    for (int i = 0; i < 40; i++)
        printf("%d ", r[i]);
    printf("\n");
    return 0;
}
