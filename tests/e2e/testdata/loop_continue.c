// continue in the loop body, break of inner loops and of a switch.
#include <stdio.h>

int main(void)
{
    int a[100], n = 0;
#pragma omp target teams distribute parallel for map(from: a) reduction(+: n)
    for (int i = 0; i < 100; i++) {
        a[i] = -1;
        if (i % 3 == 0)
            continue;
        for (int k = 0;; k++) {
            if (k * k > i)
                break;
            if (k == 2)
                continue;
            a[i] = k;
        }
        switch (i % 4) {
        case 0:
            continue;
        case 1:
            a[i] += 100;
            break;
        case 2:
            for (;;) {
                if (a[i]++ > 10)
                    break;
            }
        }
        n++;
    }
    for (int i = 0; i < 100; i++)
        printf("%d%c", a[i], i % 20 == 19 ? '\n' : ' ');
    printf("%d\n", n);
    return 0;
}
