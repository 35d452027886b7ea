// Private linked structures: pointers between the thread's own objects, swapped,
// compared, stored in arrays.
#include <stdio.h>

struct elem { int v; struct elem *next; };

int main(void)
{
    int out[18];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < 18; i++) {
        struct elem pool[6], *head = NULL, *index[6];
        for (int k = 0; k < 6; k++) {
            pool[k].v = (i * 7 + k * 5) % 11;
            struct elem **at = &head;
            while (*at && (*at)->v < pool[k].v)
                at = &(*at)->next;
            pool[k].next = *at;
            *at = &pool[k];
        }
        int n = 0, code = 0;
        for (struct elem *e = head; e; e = e->next)
            index[n++] = e;
        for (int k = 0; k < n; k++)
            code = code * 12 + index[k]->v;
        out[i] = code * 10 + n + (head == &pool[0]) * 7;
    }
    for (int i = 0; i < 18; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
