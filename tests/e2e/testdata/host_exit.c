// exit() in a function after a region; atexit handlers see what the region wrote.
// EXIT: 3
#include <stdio.h>
#include <stdlib.h>

static int state[4] = {1, 2, 3, 4};

static void last(void)
{
    printf("last %d\n", state[3]);
}

static void first(void)
{
    state[3] *= 10;
    printf("first %d\n", state[0]);
}

static void leave(int code)
{
#pragma omp target map(tofrom: state)
    state[3] += code;
    if (state[3] > 5)
        exit(code);
}

int main(void)
{
    atexit(last);
    atexit(first);
    leave(0);
    leave(3);
    printf("not reached\n");
    return 0;
}
