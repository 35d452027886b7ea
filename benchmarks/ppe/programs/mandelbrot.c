/* mandelbrot.c: how long each point of a square takes to escape. */
#include "../harness/ppe.h"

enum { MOST = 500 };

static void setup(struct problem *p)
{
    p->n = scaled(p, 2, 512, 4096);
    array(p, OUT, I32, (size_t)p->n * p->n);
    p->bytes = 4.0 * p->n * p->n;
    p->strays = 0.01; /* fused or not, points near the border differ */
}

static void run(struct problem *p)
{
    int n = p->n;
    int *steps = p->array[0].at;
    LOOP(collapse(2))
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float cx = -2.0f + 2.5f * j / n, cy = -1.25f + 2.5f * i / n, x = 0, y = 0;
            int k = 0;
            while (k < MOST && x * x + y * y < 4.0f) {
                float next = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = next;
                k++;
            }
            steps[i * n + j] = k;
        }
}

const struct program SIDE(mandelbrot) = {"mandelbrot", "escape times, uneven work", setup, run};
