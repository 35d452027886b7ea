// Names that a translator may use itself.
#include <stdio.h>

struct omp2cl_item { int buf, off; };

#pragma omp declare target
static int omp2cl_run(int args) { return args * 2; }
static int main_0(int x) { return x + 1; }
int names_like_ours_c_main_0(int x) { return x + 2; }
#pragma omp end declare target

int main(void)
{
    int buf = 1, off = 2, gid = 3, lid = 4, n = 5, i = 6, tid = 7, omp2cl_gid = 8, __omp = 9, a_buf = 10, a_off = 11;
    int a[4] = {0}, a__off = 12, omp2cl_a = 13, team = 14, chunk = 15, lb = 16, ub = 17, step_ = 18;
    struct omp2cl_item item = {19, 20};
    int sum = 0;
#pragma omp target map(tofrom: a)
    {
        a[0] = buf + off + gid + lid + n + i + tid + omp2cl_gid + __omp + a_buf + a_off + a__off + omp2cl_a;
        a[1] = omp2cl_run(item.buf) + item.off;
        a[2] = main_0(1) + names_like_ours_c_main_0(1);
    }
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (int omp2cl_i = 0; omp2cl_i < 10; omp2cl_i++)
        sum += omp2cl_i + team + chunk + lb + ub + step_;
    printf("%d %d %d %d\n", a[0], a[1], a[2], sum);
    return 0;
}
