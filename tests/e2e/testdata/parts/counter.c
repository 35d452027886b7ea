// Part of several programs: a host function with a region and static helpers
// whose names other files use too.
static int half(int v) { return v / 2; }

int count_to(int n)
{
    int s = 0;
#pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += half(i);
    return s;
}
