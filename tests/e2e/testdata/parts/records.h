// Records of records_files.c and of its part.
struct unknown;
typedef struct { double r, i; } pair;
typedef struct { double *data; struct unknown *link; int n; union { int a; float b; } u; } view;

#pragma omp declare target
pair multiply(pair a, pair b);
double element(view v, int i);
double scaled(const view *v, int i);
#pragma omp end declare target
