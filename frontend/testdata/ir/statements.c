void f(int n, int *a)
{
#pragma omp target map(tofrom: a[0:n])
    {
        int i, k = 0;
        for (i = 0; i < n; i++) {
            if (a[i] == 3)
                continue;
            else if (a[i] > 9)
                break;
            switch (a[i]) {
            case 0:
            case 1 ... 2:
                a[i]++;
                break;
            default:
                k += a[i];
            }
        }
        while (k > 0)
            k -= 2;
        do {
            k++;
        } while (k < 5);
    again:
        if (k-- > 0)
            goto again;
        for (int x = 0, y = 1; x < y; x++)
            ;
        for (;;)
            break;
        a[0] = k ?: 4;
        a[1] = a[k++] ?: 5;
        a[2] = ({ int t = k; t * 2; });
        { int k = 1; a[3] = k; }
        a[4] = (k, n);
        if (__builtin_expect(k > 2, 0))
            __builtin_unreachable();
    }
}
