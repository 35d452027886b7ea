/* _Generic that tells a pointer to const from another one. */
int main(void)
{
    int i = 1, r = 0;
#pragma omp target map(from: r)
    r = _Generic(&i, int *: 1, const int *: 2, default: 3); // ERROR "_Generic in device code cannot tell pointers to const"
    return r != 1;
}
