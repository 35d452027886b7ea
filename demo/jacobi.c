/* jacobi.c: the steady temperature of a square plate with heated and cooled discs in
 * it, by Jacobi relaxation on meshes of growing size: each mesh starts from what the
 * one before it found. The OpenMP is un-tuned: a combined construct before each loop,
 * with the arrays that the loop reads and writes, and nothing else.
 *
 * usage: jacobi [points [sweeps [field]]]
 *   points   of a side of the finest mesh (default 4096)
 *   sweeps   on the finest mesh (default 100)
 *   field    file that receives the temperatures, points*points doubles
 *
 * Writes a line "mesh sweep residual" for some of the sweeps, then "seconds s".
 * The residual is the root mean square over the inner points of
 * (sum of the 4 neighbours) - 4*temperature + source, in degrees. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <omp.h>

enum { COARSEST = 64, COARSE_WORK = 200000, LINES = 10 };

/* One sweep: every inner point of next becomes the mean of its neighbours in t. */
static void relax(int n, double t[n][n], double source[n][n], double next[n][n])
{
#pragma omp target teams distribute parallel for collapse(2) \
        map(to: t[0:n][0:n], source[0:n][0:n]) map(tofrom: next[0:n][0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[i][j] = 0.25 * (t[i - 1][j] + t[i + 1][j] + t[i][j - 1] + t[i][j + 1] + source[i][j]);
}

static double residual(int n, double t[n][n], double source[n][n])
{
    double sum = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) \
        map(to: t[0:n][0:n], source[0:n][0:n]) map(tofrom: sum)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double r = t[i - 1][j] + t[i + 1][j] + t[i][j - 1] + t[i][j + 1] - 4 * t[i][j] + source[i][j];
            sum += r * r;
        }
    return sqrt(sum) / (n - 2);
}

/* Fills the inner points of fine from the mesh coarse, linearly in both directions. */
static void interpolate(int m, double coarse[m][m], int n, double fine[n][n])
{
#pragma omp target teams distribute parallel for collapse(2) \
        map(to: coarse[0:m][0:m]) map(tofrom: fine[0:n][0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double y = (double)i * (m - 1) / (n - 1), x = (double)j * (m - 1) / (n - 1);
            int k = (int)y, l = (int)x;
            double v = y - k, u = x - l;
            fine[i][j] = (1 - v) * ((1 - u) * coarse[k][l] + u * coarse[k][l + 1]) +
                         v * ((1 - u) * coarse[k + 1][l] + u * coarse[k + 1][l + 1]);
        }
}

/* A disc in the unit square: centre, radius, and heat per area. */
struct disc {
    double x, y, radius, heat;
};

static const struct disc discs[] = {
    {0.27, 0.30, 0.055, 9000}, {0.68, 0.22, 0.040, 11000}, {0.50, 0.52, 0.075, 6000}, {0.80, 0.66, 0.050, 9500},
    {0.22, 0.72, 0.060, -9000}, {0.56, 0.84, 0.045, -11000}, {0.86, 0.38, 0.040, -9500},
};

/* What the discs add at a point of a mesh with n points a side. */
static double heat_at(int n, int i, int j)
{
    double h = 1.0 / (n - 1), sum = 0;
    for (size_t d = 0; d < sizeof discs / sizeof discs[0]; d++) {
        double dx = j * h - discs[d].x, dy = i * h - discs[d].y;
        if (dx * dx + dy * dy < discs[d].radius * discs[d].radius)
            sum += discs[d].heat;
    }
    return sum * h * h;
}

/* Sets the sources, and the temperatures of the edge: 20 degrees on the left, rising
 * to 80 on the right. */
static void set_up(int n, double t[n][n], double next[n][n], double source[n][n])
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            source[i][j] = heat_at(n, i, j);
            t[i][j] = next[i][j] = 20 + 60 * ((double)j / (n - 1));
        }
}

/* Tells on the terminal how far a mesh is. */
static void progress(int n, int sweep, int sweeps)
{
    int percent = 100 * sweep / sweeps;
    if (percent == 100 * (sweep - 1) / sweeps || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%5d x %-5d %3d %%%s", n, n, percent, sweep < sweeps ? "" : "\n");
}

static double *new_mesh(int n)
{
    double *mesh = malloc(sizeof(double) * n * n);
    if (!mesh) {
        fprintf(stderr, "jacobi: no memory for a mesh of %d x %d points\n", n, n);
        exit(1);
    }
    return mesh;
}

/* Relaxes one mesh, starting from a coarser one if there is any, and returns it. */
static double *solve(int n, int sweeps, int m, double *coarse)
{
    double *t = new_mesh(n), *next = new_mesh(n), *source = new_mesh(n);
    set_up(n, (void *)t, (void *)next, (void *)source);
    if (coarse)
        interpolate(m, (void *)coarse, n, (void *)t);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        if ((long)sweep * LINES % sweeps < LINES)
            printf("%d %d %.15e\n", n, sweep, residual(n, (void *)t, (void *)source));
        relax(n, (void *)t, (void *)source, (void *)next);
        double *swap = t;
        t = next;
        next = swap;
        progress(n, sweep + 1, sweeps);
    }
    printf("%d %d %.15e\n", n, sweeps, residual(n, (void *)t, (void *)source));
    free(next);
    free(source);
    return t;
}

static int write_field(const char *name, int n, const double *t)
{
    FILE *f = fopen(name, "wb");
    size_t count = (size_t)n * n;
    int ok = f && fwrite(t, sizeof *t, count, f) == count;
    if ((f && fclose(f) != 0) || !ok) {
        perror(name);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int points = argc > 1 ? atoi(argv[1]) : 4096, sweeps = argc > 2 ? atoi(argv[2]) : 100;
    if (points < 4 || points > 40000 || sweeps < 1) {
        fprintf(stderr, "usage: jacobi [points [sweeps [field]]]\n");
        return 2;
    }
    double start = omp_get_wtime();
    int n = points, m = 0;
    while (n > COARSEST)
        n = (n + 1) / 2;
    double *t = NULL;
    for (;; n = 2 * n < points ? 2 * n : points) {
        double *coarse = t;
        t = solve(n, n == points ? sweeps : COARSE_WORK / n, m, coarse);
        free(coarse);
        m = n;
        if (n == points)
            break;
    }
    printf("seconds %.3f\n", omp_get_wtime() - start);
    return argc > 3 ? write_field(argv[3], points, t) : 0;
}
