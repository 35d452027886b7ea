// firstprivate and private variable-length arrays.
#include <stdio.h>

static long run(int n)
{
    int v[n], w[n][2];
    long out[20];
    for (int i = 0; i < n; i++) {
        v[i] = i * i;
        w[i][0] = w[i][1] = -1;
    }
#pragma omp target map(from: out) firstprivate(v) private(w)
    {
        for (int i = 0; i < n; i++)
            w[i][0] = w[i][1] = v[n - 1 - i];
        v[0] = 1000;
        for (int i = 0; i < 20; i++)
            out[i] = w[i % n][i & 1] + v[i % n];
    }
#pragma omp target teams distribute parallel for firstprivate(v) map(tofrom: out) // nothing else needs n
    for (int i = 0; i < 20; i++) {
        v[0] += i;
        out[i] += v[0] > 0;
    }
    long s = v[0] + w[0][0];
    for (int i = 0; i < 20; i++)
        s = s * 3 + out[i];
    return s;
}

int main(void)
{
    printf("%ld %ld %ld\n", run(1), run(5), run(12));
    return 0;
}
