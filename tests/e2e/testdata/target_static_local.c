// Static local variables keep their value from region to region when mapped.
#include <stdio.h>

static int next(void)
{
    static int state = 7;
    static int history[4];
    static int calls;
#pragma omp target map(tofrom: state)
    {
        history[calls % 4] = state;
        state = state * 5 % 97;
    }
    calls++;
    return history[0] + history[1] + history[2] + history[3] + state;
}

int main(void)
{
    for (int i = 0; i < 6; i++)
        printf("%d\n", next());
    return 0;
}
