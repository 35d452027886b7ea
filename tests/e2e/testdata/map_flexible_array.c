// A struct with a flexible array member, and a block with a header before its data.
#include <stdio.h>
#include <stdlib.h>

struct message { int n; char kind; float body[]; };

int main(void)
{
    int n = 9, s = 0;
    struct message *m = malloc(sizeof *m + n * sizeof(float));
    m->n = n;
    m->kind = 'k';
    float *body = m->body;
    for (int i = 0; i < n; i++)
        body[i] = i;
    char *raw = (char *)m;
    size_t bytes = sizeof *m + n * sizeof(float);
#pragma omp target map(tofrom: raw[0:bytes]) map(tofrom: s)
    {
        struct message *d = (struct message *)raw;
        for (int i = 0; i < d->n; i++) {
            d->body[i] *= 2;
            s += (int)d->body[i];
        }
        d->kind++;
    }
    printf("%d %c %g\n", s, m->kind, body[8]);
    free(m);
    return 0;
}
