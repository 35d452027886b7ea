// LINK: -lpthread
// One thread offloads on a part of a block while others read and write other parts, in the same pages too.
#include "torture.h"
#include <pthread.h>

enum { PART = 60000, PARTS = 6, ROUNDS = 150 };
static unsigned char *block; /* PARTS parts side by side, no page border between them */

static void *offloads(void *argument)
{
    unsigned char *p = block + (intptr_t)argument * PART;
    dev_set_bytes(p, PART, 0);
    for (int round = 1; round <= ROUNDS; round++) {
        dev_add_bytes(p, PART, 1);
        if (round % 7 == 0)
            quiet_check("device part", host_count_bytes(p, PART, round & 255), PART);
        if (round % 11 == 0)
            p[0] = p[PART - 1] = (unsigned char)round;
    }
    quiet_check("device part at the end", host_count_bytes(p, PART, ROUNDS & 255), PART);
    return NULL;
}

static void *touches(void *argument)
{
    unsigned char *p = block + (intptr_t)argument * PART;
    memset(p, 0, PART);
    for (int round = 1; round <= ROUNDS * 4; round++) {
        for (long i = 0; i < PART; i += 97)
            p[i]++;
        p[PART - 1] = (unsigned char)round;
        if (p[97] != (unsigned char)round || p[0] != (unsigned char)round)
            quiet_check("host part", p[97], round & 255);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[PARTS];
    must(block = malloc(PARTS * PART));
    for (intptr_t k = 0; k < PARTS; k++)
        must(pthread_create(&thread[k], NULL, k % 3 == 1 ? offloads : touches, (void *)k) == 0);
    for (int k = 0; k < PARTS; k++)
        pthread_join(thread[k], NULL);
    for (int k = 0; k < PARTS; k++)
        if (k % 3 != 1)
            check("host part", block[k * PART + 97], ROUNDS * 4 & 255);
    free(block);
    return status();
}
