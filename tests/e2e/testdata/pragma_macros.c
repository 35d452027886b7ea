// Macros in pragmas, _Pragma, a pragma from a macro, line continuations, comments.
#include <stdio.h>

#define TEAMS 4
#define LIMIT (2 * 8)
#define MAPS(x, n) map(tofrom: x[0:n])
#define OFFLOAD _Pragma("omp target teams distribute parallel for")
#define STR(x) #x
#define OMP(x) _Pragma(STR(omp x))
#define LOOP(i, n) for (int i = 0; i < (n); i++)

int main(void)
{
    int a[10] = {0}, b[10] = {0}, s = 0;
#pragma omp target teams distribute parallel for \
    num_teams(TEAMS) thread_limit(LIMIT) \
    MAPS(a, 10) /* a comment */
    for (int i = 0; i < 10; i++)
        a[i] = i;
    OFFLOAD
    for (int i = 0; i < 10; i++)
        b[i] = a[i] + 1;
    OMP(target map(tofrom: b, s))
    {
        OMP(parallel for reduction(+: s))
        LOOP(i, 10)
            s += b[i];
    }
    #  pragma   omp   target   map ( tofrom : s )   // trailing comment
    s = -s;
    printf("%d %d %d\n", a[9], b[9], s);
    return 0;
}
