#pragma omp declare target
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double norm(double x, double y) { return sqrt(x * x + y * y); }
#pragma omp end declare target
