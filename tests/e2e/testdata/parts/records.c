// Part of records_files.c.
#include "records.h"

pair multiply(pair a, pair b)
{
    return (pair){a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r};
}

double element(view v, int i)
{
    return i < v.n ? v.u.a + v.data[i] : -1;
}

double scaled(const view *v, int i)
{
    return v->n * i;
}
