__kernel void moments(__global const double *restrict x, __global double4 *partial, int n)
{
    double sum = 0, squares = 0, least = INFINITY, most = -INFINITY;
#if CPU
    double8 sums[2] = {0, 0}, squaress[2] = {0, 0}, leasts[2] = {INFINITY, INFINITY}, mosts[2] = {-INFINITY, -INFINITY};
    int i = FIRST(n), end = LAST(n);
    for (; i + 16 <= end; i += 16)
        for (int v = 0; v < 2; v++) {
            double8 d = vload8(v, x + i);
            sums[v] += d;
            squaress[v] += d * d;
            leasts[v] = select(leasts[v], d, d < leasts[v]);
            mosts[v] = select(mosts[v], d, d > mosts[v]);
        }
    for (; i < end; i++) {
        sum += x[i];
        squares += x[i] * x[i];
        least = min(least, x[i]);
        most = max(most, x[i]);
    }
    double8 s8 = sums[0] + sums[1], q8 = squaress[0] + squaress[1];
    sum += SUM8(s8);
    squares += SUM8(q8);
    double8 l8 = min(leasts[0], leasts[1]), m8 = max(mosts[0], mosts[1]);
    double4 l4 = min(l8.lo, l8.hi), m4 = max(m8.lo, m8.hi);
    double2 l2 = min(l4.lo, l4.hi), m2 = max(m4.lo, m4.hi);
    least = min(least, min(l2.x, l2.y));
    most = max(most, max(m2.x, m2.y));
#else
    EACH(i, n) {
        double d = x[i];
        sum += d;
        squares += d * d;
        least = min(least, d);
        most = max(most, d);
    }
#endif
    GROUP_REDUCE(double, sum, PLUS)
    GROUP_REDUCE(double, squares, PLUS)
    GROUP_REDUCE(double, least, min)
    GROUP_REDUCE(double, most, max)
    if (get_local_id(0) == 0)
        partial[get_group_id(0)] = (double4)(sum, squares, least, most);
}
