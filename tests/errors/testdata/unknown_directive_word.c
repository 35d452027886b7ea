// A directive of an unknown first word is the host compiler's, with a word about it.
void f(int *a)
{
#pragma omp targett map(a[0:1]) // WARNING "targett"
    a[0] = 1;
}
