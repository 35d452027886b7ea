// defaultmap(tofrom: scalar): scalars that no clause names come back.
#include <stdio.h>

int main(void)
{
    int i = 1, kept = 5, arr[2] = {1, 2};
    double d = 2;
    char c = 'a';
    short fp = 3;
#pragma omp target defaultmap(tofrom: scalar) firstprivate(fp)
    {
        i += 10;
        d *= 4;
        c = 'q';
        fp = 99;
        arr[1] = kept + fp;
    }
#pragma omp target teams distribute parallel for defaultmap(tofrom: scalar) map(to: kept)
    for (int k = 0; k < 10; k++) {
#pragma omp atomic
        i += kept;
#pragma omp atomic
        d += 0.5;
    }
    printf("%d %g %c %d %d %d\n", i, d, c, fp, kept, arr[1]);
    return 0;
}
