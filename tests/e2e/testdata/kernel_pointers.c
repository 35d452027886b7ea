// Pointer arithmetic, difference, comparison, null, casts, pointers to members.
#include <stddef.h>
#include <stdio.h>

struct node { char tag; int value; short tail[3]; };

int main(void)
{
    struct node n[8];
    double d[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    long r[12];
    for (int i = 0; i < 8; i++)
        n[i] = (struct node){(char)('a' + i), i * i, {1, 2, (short)i}};
#pragma omp target map(tofrom: n, d) map(from: r)
    {
        double *p = d, *end = d + 10, *mid = &d[5];
        const struct node *q = n + 7;
        r[0] = end - p;
        r[1] = (p < mid) + (mid <= end) * 10 + (p == d) * 100 + (p != mid) * 1000;
        r[2] = (long)*(mid - 2) + (long)mid[-1] + (long)(-2)[mid];
        r[3] = q - n;
        r[4] = q->tail[2] + (*(q - 1)).value + (q - 2)->tag;
        int *v = &n[3].value;
        *v = 1000;
        r[5] = n[3].value;
        unsigned char *bytes = (unsigned char *)v;
        r[6] = bytes[0] + 256 * bytes[1];
        r[7] = (char *)&n[1] - (char *)&n[0] == sizeof(struct node);
        r[8] = (long)offsetof(struct node, tail) + (long)sizeof n[0].tail;
        short *t = n[2].tail + 2;
        p = NULL;
        r[9] = !p + (t != 0) * 2;
        void *any = t;
        *(short *)any += 5;
        r[10] = n[2].tail[2];
        r[11] = (p = mid) == d + 5 ? (p++, *p) : 0;
    }
    for (int i = 0; i < 12; i++)
        printf("%ld ", r[i]);
    printf("\n");
    return 0;
}
