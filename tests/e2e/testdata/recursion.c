// Device functions that call themselves: in expressions, conditions and loops, at their ends, and with several results.
#include <stdio.h>

struct pair {
    long a, b;
};

struct tree {
    int value;
    struct tree *left, *right;
};

#pragma omp declare target
static int calls;

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static unsigned gcd(unsigned a, unsigned b)
{
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static void sort(int *v, int from, int to)
{
    if (from >= to)
        return;
    int pivot = v[(from + to) / 2], i = from, k = to;
    while (i <= k) {
        while (v[i] < pivot)
            i++;
        while (v[k] > pivot)
            k--;
        if (i <= k) {
            int t = v[i];
            v[i++] = v[k];
            v[k--] = t;
        }
    }
    sort(v, from, k);
    sort(v, i, to);
}

/* numbers of ways to put queens on a board of n columns */
static int queens(int n, int row, unsigned columns, unsigned up, unsigned down)
{
    int ways = 0;
    if (row == n)
        return 1;
    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        if ((columns | up | down) & bit)
            continue;
        ways += queens(n, row + 1, columns | bit, (up | bit) << 1, (down | bit) >> 1);
    }
    return ways;
}

static int sum(const struct tree *t) { return t ? t->value + sum(t->left) * 2 + sum(t->right) : 0; }

static int height(const struct tree *t)
{
    int l, r;
    if (!t)
        return 0;
    return (l = height(t->left)) > (r = height(t->right)) ? l + 1 : r + 1;
}

/* calls under && and ||, in conditions and in a switch */
static int found(const struct tree *t, int value)
{
    return t != 0 && (t->value == value || found(t->left, value) || found(t->right, value));
}

static struct pair halves(long n)
{
    struct pair p = {n, 1}, q;
    if (n < 2)
        return p;
    q = halves(n / 2);
    p = halves(n - n / 2);
    p.a += q.a * 3 % 1001;
    p.b += q.b;
    return p;
}

static int collatz(long n)
{
    switch (n % 2) {
    case 0:
        return 1 + collatz(n / 2);
    default:
        if (n == 1)
            return 0;
        while (collatz(4) != 2)
            n++;
        return 1 + collatz(3 * n + 1);
    }
}

static void hanoi(int n, int from, int to)
{
    int other = 3 - from - to;
    if (n > 0) {
        hanoi(n - 1, from, other);
        calls++;
        hanoi(n - 1, other, to);
    }
}

/* what permutations of n numbers come to, each with an array of its own */
static int permutations(const int *rest, int n, int weight)
{
    int own[4] = {0, 1}, sum = 0;
    if (n == 0)
        return weight;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            own[k < i ? k : k - (k > i)] = rest[k];
        sum += permutations(own, n - 1, weight * 2 + rest[i]) % 4099;
    }
    return sum + own[0];
}

struct frame {
    int depth, *count;
    const struct frame *outer;
};

/* each call has an object of its own, which inner ones look at */
static int chain(const struct frame *outer, int n)
{
    struct frame here = {outer ? outer->depth + 1 : 0, outer ? outer->count : 0, outer};
    int visits = 0, total = 0;
    if (!here.count)
        here.count = &visits;
    ++*here.count;
    for (const struct frame *f = &here; f; f = f->outer)
        total += f->depth * n;
    if (n > 0)
        total += chain(&here, n - 1) - chain(here.outer ? &here : 0, n / 3);
    return total + here.depth + (outer ? 0 : visits * 1000);
}

static double power(double x, int n)
{
    double half;
    if (n == 0)
        return 1;
    half = power(x, n / 2);
    return n % 2 ? half * half * x : half * half;
}
#pragma omp end declare target

int main(void)
{
    enum { N = 24 };
    int r[N][10], v[N][10];
    double p[N];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 10; k++)
            v[i][k] = (i + 3) * (k + 7) % 31;
#pragma omp target teams distribute parallel for map(from: r, p) map(tofrom: v)
    for (int i = 0; i < N; i++) {
        struct tree leaf[5] = {{i, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {i * 2, 0, 0}};
        leaf[0].left = &leaf[1], leaf[0].right = &leaf[2], leaf[2].left = &leaf[3], leaf[3].right = &leaf[4];
        r[i][0] = fibonacci(i % 15);
        r[i][1] = gcd(i * 84, 360) + gcd(17, i);
        r[i][2] = ackermann(2, i % 5) + ackermann(1, i);
        r[i][3] = queens(i % 6 + 1, 0, 0, 0, 0);
        r[i][4] = sum(leaf) * 10 + height(leaf);
        r[i][5] = found(leaf, 4) + 2 * found(leaf, 22) + 4 * found(leaf + 2, 2);
        struct pair h = halves(i * 5);
        r[i][6] = h.a + h.b;
        r[i][7] = collatz(i + 1);
        r[i][8] = permutations(v[i], i % 4 + 1, 1);
        r[i][9] = chain(0, i % 7);
        p[i] = power(1.5, i);
        sort(v[i], 0, 9);
    }
#pragma omp target
    hanoi(7, 0, 2);
#pragma omp target update from(calls)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 10; k++)
            printf("%d ", r[i][k]);
        for (int k = 0; k < 10; k++)
            printf("%d ", v[i][k]);
        printf("%.6g\n", p[i]);
    }
    printf("%d\n", calls);
    return 0;
}
