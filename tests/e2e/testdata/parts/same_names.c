// Part of static_names_files.c.
struct item { double b; int a; };

#pragma omp declare target
static int state = 7;
static int step(struct item *i) { return i->a * state; }
#pragma omp end declare target

int other_region(int x)
{
    struct item it = {0.5, x};
    int r = 0;
#pragma omp target map(to: it) map(from: r)
    {
        state += 1;
        r = step(&it);
    }
    return r;
}
