/* matmul.c: a dense matrix product with variable-length array parameters; collapse(2)
 * spreads both outer loops. */
#include <stdio.h>
#include <stdlib.h>

static void matmul(int n, int m, int l, float a[n][m], float b[m][l], float c[n][l])
{
#pragma omp target teams distribute parallel for collapse(2) \
        map(to: a[0:n][0:m], b[0:m][0:l]) map(from: c[0:n][0:l])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < l; j++) {
            float sum = 0;
            for (int k = 0; k < m; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void)
{
    enum { N = 300, M = 200, L = 250 };
    float (*a)[M] = malloc(sizeof(float[N][M])), (*b)[L] = malloc(sizeof(float[M][L])),
          (*c)[L] = malloc(sizeof(float[N][L]));
    if (!a || !b || !c)
        return 1;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++)
            a[i][k] = (i + k) % 7;
    for (int k = 0; k < M; k++)
        for (int j = 0; j < L; j++)
            b[k][j] = (k * 3 + j) % 5;
    matmul(N, M, L, a, b, c);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < L; j++) {
            int sum = 0;
            for (int k = 0; k < M; k++)
                sum += (i + k) % 7 * ((k * 3 + j) % 5);
            wrong += c[i][j] != sum;
        }
    printf("%d of %d elements are wrong\n", wrong, N * L);
    free(a);
    free(b);
    free(c);
    return wrong != 0;
}
