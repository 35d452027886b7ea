// use_device_addr of OpenMP 5.0 and has_device_addr of 5.1: in the body of target data,
// variables stand for what they are on the device.
#include <stdio.h>

#define N 100

struct part {
    int a, b[3];
};

static int table[10], shift = 3;

static void add_one(int *q, int n)
{
#pragma omp target teams distribute parallel for is_device_ptr(q)
    for (int i = 0; i < n; i++)
        q[i]++;
}

int main(void)
{
    int a[N], x = 0, m[10][10], ten = 10, v[ten], keep = 0;
    double d = 2.5;
    struct part s = {1, {2, 3, 4}};
    for (int i = 0; i < N; i++)
        a[i] = m[i / 10][i % 10] = i;
    for (int i = 0; i < ten; i++)
        v[i] = i;
#pragma omp target data map(tofrom: a, x, s, m, v, table, shift, d) use_device_addr(a, x, s, m, v, table) use_device_addr(shift, d)
    {
        int *q = a, *qx = &x, n = sizeof a / sizeof a[0], (*rows)[10] = m;
        struct part *qs = &s;
#pragma omp target is_device_ptr(q, qx, qs, rows)
        {
            q[3] = 99;
            *qx = 4;
            qs->b[1] = 44;
            rows[2][3] = 5;
        }
        add_one(a, n);
        add_one(&a[5], 10);
        add_one(&x, 1);
        add_one(s.b, 3);
        add_one(m[4], 10);
        add_one(v, sizeof v / 4);
        add_one(table, 10);
        add_one(&shift, 1);
#pragma omp target teams distribute parallel for has_device_addr(a, x, m, d, v, s) firstprivate(n)
        for (int i = 0; i < n; i++) {
            a[i] += x;
            m[i / 10][i % 10] += i;
            if (i == 3) {
                d = 7.5;
                v[2] = 7;
                s.a = sizeof v;
            }
        }
#pragma omp target map(tofrom: keep) has_device_addr(table, shift)
        {
            keep = table[3] + shift;
            table[4] = 1;
        }
        {
            int a = 5;
            struct { int x; } z = {a};
            keep += z.x + a;
        }
#pragma omp parallel num_threads(2)
#pragma omp master
#pragma omp target has_device_addr(x)
        x += 10;
#pragma omp target data map(tofrom: keep) use_device_addr(keep)
        {
            add_one(&keep, 1);
            add_one(&x, 1);
        }
    }
    printf("%d %d %d %d %d %d\n", s.a, s.b[1], m[4][4], v[2], v[5], table[3]);
    printf("%g %d %d %d %d\n", d, keep, shift + table[4], a[3], a[7]);

    // On the host the variables are themselves.
#pragma omp target data map(tofrom: a, x) use_device_addr(a, x) if(ten < 0)
    {
        int *q = a;
        q[3] = 7;
        x = 3;
#pragma omp target teams default(none) has_device_addr(a) shared(a, ten) if(ten < 0)
        a[5] = ten;
#pragma omp target teams distribute parallel for default(none) has_device_addr(a) shared(a, ten) if(ten < 0)
        for (int i = 0; i < ten; i++)
            a[i]++;
    }
#pragma omp target enter data map(to: a)
#pragma omp target data use_device_addr(a)
#pragma omp target has_device_addr(a)
    a[4] = 5;
#pragma omp target exit data map(from: a)
    printf("%d %d %d %d\n", a[3], a[4], a[5], x);
    return 0;
}
