// Pointers that lead to an array that a region only reads or to memory that it has just
// written: another array, objects of its own. No compiler may take those loads for reads
// of what never changes, or move them before the stores.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 96, K = 4 };
struct pair { const int *here, *there; };
struct held { const int *p; };

#pragma omp declare target
static int get(const int *p) { return *p; }
static const int *pick(int n, const int *p, const int *q) { return n ? p : q; }
static void turn(const int **p, const int *q, int n)
{
    if (n)
        *p = q;
}
static int sum(struct pair s, int n) { return n ? *s.here : *s.there; }
#pragma omp end declare target

static int a[N + K], b[N * K], out[N];
static struct held held[N];

static void say(const char *what)
{
    long sum = 0, turns = 0;
    for (int i = 0; i < N; i++)
        sum += out[i], turns += (long)(i + 1) * out[i];
    for (int i = 0; i < N * K; i++)
        turns += (i % 7) * b[i];
    printf("%s: %ld %ld\n", what, sum, turns);
    for (int i = 0; i < N; i++)
        a[i] += i % 5, out[i] = 0;
    for (int i = 0; i < N * K; i++)
        b[i] = -1000 - i;
}

#define LOOP _Pragma("omp target teams distribute parallel for map(to: a) map(tofrom: b) map(from: out)") \
    for (int i = 0; i < N; i++)

int main(void)
{
    for (int i = 0; i < N + K; i++)
        a[i] = i * i % 101;
    say("nothing");
    LOOP {
        int s = 0;
        for (int k = 0; k < K; k++) {
            b[K * i + k] = a[i] + k;
            const int *p = (i + k) % 3 ? &b[K * i + k] : &a[i + k];
            s = 3 * s + *p;
        }
        out[i] = s;
    }
    say("conditional");
    LOOP {
        int s = 0;
        const int *p = &a[i];
        for (int k = 0; k < K; k++) {
            b[K * i + k] = s + k;
            if (k)
                b[K * i + k - 1] += k;
            s = 3 * s + *p;
            if ((i + k) % 2)
                p = &b[K * i + k];
        }
        out[i] = s;
    }
    say("assigned");
    LOOP {
        int s = 0, *mine = b + K * i;
        const int *v[2] = {a + i, mine};
        for (int k = 0; k < K; k++) {
            mine[k] = s + k;
            s = 3 * s + v[(i + k) % 2][k];
            mine[k]++;
            s += v[(i + k) % 2][k];
        }
        out[i] = s;
    }
    say("array");
    LOOP {
        int s = 0;
        struct pair one = {a + i, b + K * i}, other = {b + K * i, a + i};
        for (int k = 0; k < K; k++) {
            b[K * i] = s + k;
            s = 2 * s + sum(one, k % 2) + sum((i + k) % 2 ? one : other, i % 2);
        }
        out[i] = s;
    }
    say("record");
    LOOP {
        int s = 0;
        for (int k = 0; k < K; k++) {
            b[K * i + k] = s + 1;
            s = 2 * s + get(pick((i + k) % 3, &b[K * i + k], &a[i]));
            b[K * i + k] += 5;
            const int *p = a + k;
            turn(&p, &b[K * i + k], (i + k) % 2);
            s += *p;
        }
        out[i] = s;
    }
    say("functions");
    LOOP {
        int s = 0, own[K] = {0};
        for (int k = 0; k < K; k++) {
            own[(i + k) % K] = s + k;
            const int *p = (i + k) % 3 ? own : a + i;
            s = 2 * s + p[k];
        }
        b[K * i] = s;
        out[i] = s;
    }
    say("own");
    LOOP {
        int s = 0, copy[2] = {0};
        for (int k = 1; k < K; k++) {
            b[K * i + k] = s + k;
            memcpy(copy, (i + k) % 2 ? &a[i] : &b[K * i + k - 1], sizeof copy);
            s = 2 * s + copy[0] + copy[1];
        }
        out[i] = s;
    }
    say("memcpy");
    LOOP {
        int s = 0;
        for (int k = 0; k < K; k++) {
            b[K * i + k] = s + k;
            intptr_t at = (intptr_t)((i + k) % 2 ? &a[i] : &b[K * i + k]);
            s = 2 * s + *(const int *)at;
        }
        out[i] = s;
    }
    say("integer");
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) map(from: out) map(alloc: held)
    for (int i = 0; i < N; i++) {
        int s = 0;
        for (int k = 0; k < K; k++) {
            held[i].p = (i + k) % 3 ? &b[K * i + k] : &a[i];
            b[K * i + k] = s + k;
            s = 2 * s + *held[i].p;
        }
        out[i] = s;
    }
    say("kept in an array");
    // Here each access has an address of its own, which a compiler may join.
    LOOP {
        int s = 0;
        for (int k = 0; k < K; k++) {
            int turn = a[i + k] % 3, at = K * i + a[i + k] % K;
            b[K * i + k] = s + k;
            s = 2 * s + (turn ? b[at] : a[i]);
            b[K * i + k] += 2;
            if (turn == 1)
                s += get(&b[at]);
            else
                s += get(&a[i + 1]);
        }
        out[i] = s;
    }
    say("chosen values");
    LOOP {
        int s = 0, own[K] = {0};
        for (int k = 0; k < K; k++) {
            int turn = a[i + k] % 3, at = a[i + k + 1 < N ? i + k + 1 : i] % K;
            int *p = turn ? own : b + K * i;
            p[k] = s + k;
            s = 2 * s + (turn ? own[at] : a[i]);
        }
        out[i] = s;
    }
    say("chosen values of its own");
    return 0;
}
