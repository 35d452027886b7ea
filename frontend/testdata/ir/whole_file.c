#pragma omp declare target
inline int twice(int x) { return 2 * x; }
inline int thrice(int x) { return 3 * x; }
extern int thrice(int x);
static inline int four(int x) { return 4 * x; }
int counter;
int main(void)
{
    int a = 1;
#pragma omp target map(tofrom: a)
    a = twice(a) + thrice(a) + four(a) + counter;
    return a;
}
#pragma omp end declare target
