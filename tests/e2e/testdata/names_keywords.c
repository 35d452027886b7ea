// Variables and members named like OpenCL C keywords and types.
#include <stdio.h>

struct image { int read_only, write_only; double half; struct { short pipe, uniform; } generic; };

int main(void)
{
    int kernel = 1, global = 2, local = 3, constant = 4, private = 5, half = 6;
    double float4[4] = {1, 2, 3, 4};
    long sampler_t = 7, image2d_t = 8, event_t = 9, read_only = 10;
    unsigned uint = 11, ulong = 12, uchar[3] = {1, 2, 3};
    struct image int2 = {1, 2, 0.5, {3, 4}};
    int out[6];
    double quad = 0, complex = 1, imaginary = 2, bool = 3;
#pragma omp target map(from: out) map(tofrom: quad, float4, int2)
    {
        out[0] = kernel + 10 * global + 100 * local + 1000 * constant + 10000 * private + 100000 * half;
        out[1] = (int)(sampler_t * image2d_t * event_t * read_only);
        out[2] = (int)(uint + ulong + uchar[2]);
        float4[3] += float4[1];
        int2.generic.uniform += int2.read_only + int2.write_only;
        int2.half *= 4;
        for (int write_only = 0; write_only < 3; write_only++) {
            int ushort = write_only;
            out[3 + ushort] = write_only * 2;
        }
        quad = complex + imaginary * bool;
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", out[i]);
    printf("%g %g %g %d\n", quad, float4[3], int2.half, int2.generic.uniform);
    return 0;
}
