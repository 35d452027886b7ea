// Loop variables declared outside, in every kind of construct: private inside,
// the outer one of the region is not touched.
#include <stdio.h>

static int gi = 55;

int main(void)
{
    int i = 77, j = 88, out[12], out2[4][5], after[2];
#pragma omp target teams distribute parallel for map(from: out)
    for (i = 0; i < 12; i++)
        out[i] = i * 2;
#pragma omp target map(from: out2, after) private(j)
    {
        int k = 3;
        j = 9;
#pragma omp parallel for private(k)
        for (i = 0; i < 4; i++) {
            for (k = 0; k < 5; k++)
                out2[i][k] = i * 10 + k;
        }
#pragma omp parallel
        {
#pragma omp for
            for (gi = 0; gi < 12; gi++)
                ;
        }
        after[0] = k;
        after[1] = j;
    }
    printf("%d %d %d %d %d %d %d\n", j, gi, out[11], out2[3][4], out2[0][1], after[0], after[1]);
    return 0;
}
