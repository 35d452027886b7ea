// Escape times of the Mandelbrot set, dynamic schedule, double precision.
#include <stdio.h>

#define W 60
#define H 24

int main(void)
{
    unsigned char img[H][W];
    static const char shade[] = " .:-=+*#%@";
#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic, 4) map(from: img)
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double cr = -2.25 + x * 0.05, ci = -1.25 + y * 0.1, zr = 0, zi = 0;
            int k = 0;
            while (k < 90 && zr * zr + zi * zi < 4) {
                double t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                k++;
            }
            img[y][x] = (unsigned char)(k / 10);
        }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(shade[img[y][x]]);
        putchar('\n');
    }
    return 0;
}
