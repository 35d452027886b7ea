/* The host's half of torture.h: values, checks and the exercise. */
#include "torture.h"

static int failures;

void check(const char *name, long got, long want)
{
    printf("%s %ld\n", name, got);
    quiet_check(name, got, want);
}

void quiet_check(const char *name, long got, long want)
{
    if (got == want)
        return;
    __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
    printf("WRONG: %s is %ld, not %ld\n", name, got, want);
}

int status(void) { return __atomic_load_n(&failures, __ATOMIC_RELAXED) != 0; }

void must_be(int ok, const char *call, const char *file, int line)
{
    if (ok)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: failed: %s: %m\n", file, line, call);
    exit(3);
}

void host_fill(int *p, long n, int seed)
{
    for (long i = 0; i < n; i++)
        p[i] = VALUE(seed, i);
}

long host_wrong_plus(const int *p, long n, int seed, int k)
{
    long wrong = 0;
    for (long i = 0; i < n; i++)
        wrong += p[i] != (int)((unsigned)VALUE(seed, i) + (unsigned)k);
    return wrong;
}

long host_wrong(const int *p, long n, int seed) { return host_wrong_plus(p, n, seed, 0); }

long host_sum(const int *p, long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

void host_fill_bytes(unsigned char *p, long n, int seed)
{
    for (long i = 0; i < n; i++)
        p[i] = BYTE(seed, i);
}

long host_wrong_bytes(const unsigned char *p, long n, int seed)
{
    long wrong = 0;
    for (long i = 0; i < n; i++)
        wrong += p[i] != BYTE(seed, i);
    return wrong;
}

long host_count_bytes(const unsigned char *p, long n, int k)
{
    long count = 0;
    for (long i = 0; i < n; i++)
        count += p[i] == k;
    return count;
}

/* Uploads: the device sees what the host wrote, all of it or a part. */
static void exercise_uploads(const char *name, unsigned char *p, long n)
{
    host_fill_bytes(p, n, 1);
    quiet_check(name, dev_wrong_bytes(p, n, 1), 0);
    quiet_check(name, dev_wrong_bytes(p, n, 1), 0);
    host_fill_bytes(p, n, 2);
    quiet_check(name, dev_wrong_bytes(p, n, 2), 0);
    p[n - 1] ^= 0x55;
    quiet_check(name, dev_wrong_bytes(p, n, 2), 1);
    p[n - 1] ^= 0x55;
    p[n / 2] ^= 0x55;
    quiet_check(name, dev_wrong_bytes(p, n, 2), 1);
    p[n / 2] ^= 0x55;
    p[0] ^= 0x55;
    quiet_check(name, dev_wrong_bytes(p, n, 2), 1);
    p[0] ^= 0x55;
    quiet_check(name, dev_wrong_bytes(p, n, 2), 0);
}

/* Results: the host sees what the device wrote, and its changes to a part of
 * a result that it has not read reach the device. */
static void exercise_results(const char *name, unsigned char *p, long n)
{
    dev_fill_bytes(p, n, 3);
    quiet_check(name, host_wrong_bytes(p, n, 3), 0);
    dev_fill_bytes(p, n, 4);
    p[n / 2] ^= 0x0f;
    quiet_check(name, dev_wrong_bytes(p, n, 4), 1);
    p[n / 2] ^= 0x0f;
    quiet_check(name, dev_wrong_bytes(p, n, 4), 0);
    quiet_check(name, host_wrong_bytes(p, n, 4), 0);
}

/* Launches in a row, with and without a look by the host in between. */
static void exercise_chain(const char *name, unsigned char *p, long n)
{
    dev_set_bytes(p, n, 10);
    dev_add_bytes(p, n, 5);
    dev_add_bytes(p, n, 7);
    quiet_check(name, p[n - 1], 22);
    dev_add_bytes(p, n, 1);
    p[0] = 90;
    dev_add_bytes(p, n, 1);
    quiet_check(name, p[0], 91);
    quiet_check(name, host_count_bytes(p, n, 24), n - 1);
    dev_add_bytes(p, n, 2);
    quiet_check(name, dev_count_bytes(p, n, 26), n - 1);
    memset(p, 1, (size_t)n);
    dev_add_bytes(p, n, 1);
    quiet_check(name, host_count_bytes(p, n, 2), n);
}

void exercise(const char *name, unsigned char *p, long n)
{
    exercise_uploads(name, p, n);
    exercise_results(name, p, n);
    exercise_chain(name, p, n);
    printf("%s: %ld bytes\n", name, n);
}
