/* floyd_warshall.c: shortest paths between all pairs of nodes. */
#include "../harness/ppe.h"

enum { DISTANCE, WEIGHT };

static void setup(struct problem *p)
{
    int n = p->n = scaled(p, 3, 512, 2048);
    size_t cells = (size_t)n * n;
    array(p, OUT, I32, cells);
    int *weight = array(p, IN, I32, cells);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            weight[i * n + j] = i == j ? 0 : 1 + (int)(hash(3, (uint64_t)i * n + j) % 1000);
    p->bytes = 8.0 * cells;
    p->flops = 2.0 * cells * n;
}

static void run(struct problem *p)
{
    int n = p->n;
    int *distance = p->array[DISTANCE].at;
    const int *weight = p->array[WEIGHT].at;
    LOOP()
    for (int i = 0; i < n * n; i++)
        distance[i] = weight[i];
    for (int k = 0; k < n; k++) {
        LOOP(collapse(2))
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int through = distance[i * n + k] + distance[k * n + j];
                if (through < distance[i * n + j])
                    distance[i * n + j] = through;
            }
    }
}

const struct program SIDE(floyd_warshall) = {"floyd_warshall", "all shortest paths", setup, run};
