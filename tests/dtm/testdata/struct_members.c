// Structures with arrays and pointers: members are mapped, pointers attached, and the host changes both in between.
#include "torture.h"

enum { N = 60000 };
struct body { int inside[N]; int *points; int before, behind; long n; };

static void add(struct body *b, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: b->inside) map(tofrom: b->points[0:N]) map(to: b->n)
    for (int i = 0; i < N; i++) {
        b->inside[i] = (int)((unsigned)b->inside[i] + (unsigned)k);
        b->points[i] = (int)((unsigned)b->points[i] + (unsigned)k);
    }
}

static void exchange(struct body *b, int *other) /* another array behind the pointer */
{
    host_fill(b->inside, N, 1);
    dev_fill(b->points, N, 2);
    add(b, 1);
    int *old = b->points;
    b->points = other;
    dev_fill(other, N, 3);
    b->before++;
    b->behind++;
    add(b, 1);
    quiet_check("old array", host_wrong_plus(old, N, 2, 1), 0);
    quiet_check("new array", host_wrong_plus(other, N, 3, 1), 0);
    quiet_check("inside", host_wrong_plus(b->inside, N, 1, 2), 0);
    quiet_check("the host's pointer", b->points == other, 1);
    b->points = old;
    add(b, 1);
    quiet_check("old array again", dev_wrong_plus(old, N, 2, 2), 0);
    quiet_check("new array as it was", dev_wrong_plus(other, N, 3, 1), 0);
}

static void whole(struct body *b) /* the structure with its pointer, as bytes */
{
    host_fill(b->inside, N, 4);
    int *points = b->points;
#pragma omp target teams distribute parallel for map(tofrom: b[0:1])
    for (int i = 0; i < N; i++)
        b->inside[i] = (int)((unsigned)b->inside[i] + (unsigned)b->behind);
    quiet_check("whole", host_wrong_plus(b->inside, N, 4, b->behind), 0);
    quiet_check("the pointer is kept", b->points == points, 1);
    dev_add_bytes((unsigned char *)b, sizeof *b, 0);
    quiet_check("the pointer after bytes", b->points == points, 1);
    b->points[0] = 9;
    add(b, 1);
    quiet_check("attached after", b->points[0], 10);
}

int main(void)
{
    static struct body global;
    struct body *b = calloc(1, sizeof *b);
    int *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    must(b && x && y);
    for (int round = 0; round < 4; round++) {
        b->points = global.points = x;
        exchange(b, y);
        exchange(&global, y);
        whole(b);
        whole(&global);
        check("before", b->before, round + 1);
        check("behind", global.behind, round + 1);
    }
    free(b);
    return status();
}
