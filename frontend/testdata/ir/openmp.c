static const float weights[3] = { 0.25f, 0.5f, 0.25f };
enum { CHUNK = 8 };

void f(int n, int *hist, float *a)
{
    float sum = 0;
#pragma omp target teams map(tofrom: a[0:n], hist[0:16]) num_teams(n / 4 + 1) thread_limit(64) reduction(+: sum)
    {
        float team[CHUNK];
#pragma omp distribute dist_schedule(static, CHUNK)
        for (int b = 0; b < n; b += CHUNK) {
#pragma omp parallel num_threads(4) if(parallel: n > 3) private(team) firstprivate(b)
            {
#pragma omp for schedule(dynamic, 2) nowait reduction(+: sum)
                for (int i = b; i < b + CHUNK; i++)
                    sum += a[i] * weights[i % 3];
#pragma omp barrier
#pragma omp sections
                {
                    a[0] = 1;
                    a[1] = 2;
#pragma omp section
                    a[2] = 3;
                }
#pragma omp single
                a[3] = 4;
#pragma omp master
                a[4] = team[0];
#pragma omp critical(lock)
                {
                    a[5]++;
                }
#pragma omp atomic
                hist[3]++;
                int old;
#pragma omp atomic capture seq_cst
                {
                    old = hist[1];
                    hist[1] += 2;
                }
#pragma omp flush(a)
#pragma omp for simd collapse(2) lastprivate(old) safelen(4) aligned(a: 16) linear(n: 1)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; ++j)
                        old = i + j;
            }
        }
    }
    a[0] = sum;
}
