// A tree in an array with index links, walked with a stack in the kernel.
#include <stdio.h>

struct node { int left, right; double key; };

#pragma omp declare target
static double tree_sum(const struct node *t, int root)
{
    int stack[16], top = 0;
    double s = 0;
    stack[top++] = root;
    while (top) {
        const struct node *n = &t[stack[--top]];
        s += n->key;
        if (n->left >= 0)
            stack[top++] = n->left;
        if (n->right >= 0)
            stack[top++] = n->right;
    }
    return s;
}
#pragma omp end declare target

int main(void)
{
    struct node t[31];
    double s[31];
    for (int i = 0; i < 31; i++)
        t[i] = (struct node){2 * i + 1 < 31 ? 2 * i + 1 : -1, 2 * i + 2 < 31 ? 2 * i + 2 : -1, i * 0.25};
#pragma omp target teams distribute parallel for map(to: t) map(from: s)
    for (int i = 0; i < 31; i++)
        s[i] = tree_sum(t, i);
    for (int i = 0; i < 31; i++)
        printf("%g ", s[i]);
    printf("\n");
    return 0;
}
