// A pointer that points to private data or to mapped data as the run decides.
#include <stdio.h>

int main(void)
{
    int a[20], out[20];
    for (int i = 0; i < 20; i++)
        a[i] = i * i;
#pragma omp target teams distribute parallel for map(to: a) map(from: out)
    for (int i = 0; i < 20; i++) {
        int own[2] = {-i, -1};
        const int *p = i % 3 ? &a[i] : own;
        if (i == 19)
            p = &own[1];
        out[i] = *p;
    }
    for (int i = 0; i < 20; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
