// A directive whose first word is misspelled.
void f(int *a)
{
#pragma omp targett map(a[0:1]) // ERROR "targett"
    a[0] = 1;
}
