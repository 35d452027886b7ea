// Scalars and small arrays on the stack, in structures and in globals, mapped thousands of times.
#include "torture.h"

static int global_scalar;
static struct { char tag; short small[3]; double value; } record = {'a', {1, 2, 3}, 4.5};

int main(void)
{
    long sum = 0;
    int last = 0;
    for (int round = 0; round < 2000; round++) {
        int local = round, pair[2] = {round, round + 1};
#pragma omp target map(tofrom: local, pair, global_scalar, record)
        {
            local += pair[1];
            pair[0] = local;
            global_scalar += 2;
            record.small[round % 3]++;
            record.value += 1;
        }
        if (local != 2 * round + 1 || pair[0] != local)
            quiet_check("local", local, 2 * round + 1);
        if (round % 7 == 0)
            global_scalar--;
        if (round % 100 == 0)
            record.tag++;
        sum += local;
        last = global_scalar;
    }
    check("sum", sum, 2000L * 1999 + 2000);
    check("global", last, 4000 - 286);
    check("record", record.small[0] + record.small[1] + record.small[2], 2006);
    check("tag", record.tag, 'a' + 20);
    check("value", (long)record.value, 2004);
    return status();
}
