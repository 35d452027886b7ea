/* A deep chain of calls over several files, for call_chain.c. */
typedef struct grid { int *now, *next; long n; struct step *steps; int count; } grid;
typedef void operation(int *, const int *, long);
typedef struct step { operation *work; const char *name; } step;

void smooth(int *out, const int *in, long n); /* on the device */
void scale(int *out, const int *in, long n);  /* on the device */
void shift(int *out, const int *in, long n);  /* on the host */
void run_step(grid *g, const step *s);
void run_steps(grid *g, int from, int to);    /* by halves, recursively */
long total(grid g);                           /* the structure by value */
