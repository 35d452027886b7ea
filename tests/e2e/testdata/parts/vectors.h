struct pair { int *p; int n; };
#pragma omp declare target
int vec_sum(const int *v, int n);
void vec_swap(int *a, int *b);
void vec_mix(int *to, const int *a, const int *b);
int *vec_find(int *v, int n, int key);
const char *vec_name(int i);
int vec_length(const char *s);
void vec_step(int **p, int by);
int vec_pair(const struct pair *p);
void vec_four(int *a, int *b, int *c, int *d);
int vec_rows(int n, int m, int a[n][m]);
#pragma omp end declare target
