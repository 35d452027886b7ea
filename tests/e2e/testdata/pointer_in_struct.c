// A private struct with pointers to mapped data, passed by value and by address.
#include <stdio.h>

struct span {
    const float *data;
    int n;
};

#pragma omp declare target
static float total(struct span s)
{
    float t = 0;
    for (int i = 0; i < s.n; i++)
        t += s.data[i];
    return t;
}

static void shrink(struct span *s)
{
    s->data++;
    s->n -= 2;
}
#pragma omp end declare target

int main(void)
{
    float a[50], out[5];
    for (int i = 0; i < 50; i++)
        a[i] = i * 0.5f;
#pragma omp target teams distribute parallel for map(to: a) map(from: out)
    for (int i = 0; i < 5; i++) {
        struct span s = {a + i * 10, 10};
        float t = total(s);
        shrink(&s);
        out[i] = t - total(s);
    }
    for (int i = 0; i < 5; i++)
        printf("%g ", out[i]);
    printf("\n");
    return 0;
}
