// for-scope variables, blocks, redeclared names in sibling scopes, variables used
// after a label, declarations after statements, unused variables.
#include <stdio.h>

int main(void)
{
    int out[10];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < 10; i++) {
        int acc = 0;
        for (int j = 0, k = 10; j < k; j += 2, k--) {
            int t = j * k;
            acc += t;
        }
        for (long j = 3; j; j--) {
            double t = j * 0.5;
            acc += (int)(t * 2);
        }
        {
            int i = acc;
            acc = i + 1;
        }
        if (acc > 5) {
            int k = acc;
            acc = k + i;
        } else {
            char k = 'a';
            acc = k;
        }
        goto end;
    end:;
        int later = acc * 2;
        (void)later;
        out[i] = later;
    }
    for (int i = 0; i < 10; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
