/* kmeans.c: a step of k-means: every point goes to the nearest of eight centres, and
 * the coordinates of each centre's points are summed up. */
#include "../harness/ppe.h"

enum { CENTRE, POINT, CENTRES, K = 8, D = 4 };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 20, 1 << 23);
    array(p, OUT, I32, p->n);
    fill_floats(array(p, IN, F32, p->n * D), p->n * D, 1, 0, 1);
    fill_floats(array(p, IN, F32, K * D), K * D, 2, 0, 1);
    p->results = K;
    p->bytes = (4.0 * D + 4) * p->n;
    p->flops = (3.0 * K * D + D) * p->n;
    p->tolerance = 1e-4;
    p->strays = 1e-4; /* points between two centres */
}

static void run(struct problem *p)
{
    int n = p->n;
    int *centre = p->array[CENTRE].at;
    const float *point = p->array[POINT].at, *centres = p->array[CENTRES].at;
    double sums[K * D] = {0};
    int counts[K] = {0};
    LOOP(reduction(+: sums, counts) MAPPED(sums, counts))
    for (int i = 0; i < n; i++) {
        int best = 0;
        float least = 1e30f;
        for (int c = 0; c < K; c++) {
            float distance = 0;
            for (int d = 0; d < D; d++) {
                float v = point[i * D + d] - centres[c * D + d];
                distance += v * v;
            }
            if (distance < least) {
                least = distance;
                best = c;
            }
        }
        centre[i] = best;
        counts[best]++;
        for (int d = 0; d < D; d++)
            sums[best * D + d] += point[i * D + d];
    }
    for (int c = 0; c < K; c++)
        p->result[c] = counts[c] > 0 ? sums[c * D] / counts[c] : 0;
}

const struct program SIDE(kmeans) = {"kmeans", "k-means step, array reduction", setup, run};
