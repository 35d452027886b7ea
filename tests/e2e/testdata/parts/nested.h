// Functions of nested.c.
struct sums { int low, high; };

#pragma omp declare target
void spread(const int *a, int n, int at, struct sums *out);
int weighed(const int *a, int n, int scale);
int spread_rows(const int *a, int n, int row);
#pragma omp end declare target

int nested_region(int *a);
