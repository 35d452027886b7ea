// defaultmap of OpenMP 5.0: a behaviour for scalars, aggregates, pointers or all.
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

int main(void)
{
    int scalar = 1, array[4] = {1, 2, 3, 4}, back[4];
    struct pair s = {5, 6};
    double *p = malloc(8 * sizeof *p);
    for (int i = 0; i < 8; i++)
        p[i] = i;
#pragma omp target defaultmap(firstprivate: aggregate) defaultmap(tofrom: scalar) map(from: back)
    {
        for (int i = 0; i < 4; i++) {
            array[i] *= 2;
            back[i] = array[i] + s.a;
        }
        s.b = 100;
        scalar += s.b;
    }
    printf("%d %d %d %d\n", scalar, array[3], back[3], s.b);
#pragma omp target defaultmap(tofrom)
    {
        scalar++;
        array[0] = s.a = scalar;
    }
    printf("%d %d %d\n", scalar, array[0], s.a);
#pragma omp target defaultmap(none) map(tofrom: p[0:8]) firstprivate(scalar) map(to: array)
    for (int i = 0; i < 8; i++)
        p[i] += scalar + array[i % 4];
#pragma omp target data map(tofrom: p[0:8])
    {
#pragma omp target teams distribute parallel for defaultmap(default: pointer) defaultmap(from: aggregate)
        for (int i = 0; i < 8; i++) {
            p[i] *= 2;
            if (i < 4)
                back[i] = i * scalar;
        }
    }
    for (int i = 0; i < 8; i++)
        printf("%g ", p[i]);
    printf("%d\n", back[3]);
    free(p);
    return 0;
}
