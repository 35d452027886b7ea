// .data, .bss, static locals, constants: first values, small and large ones, neighbours in one page.
#include "torture.h"

static int data[300000] = {[0] = 5, [150000] = 6, [299999] = 7};
int bss[400000];
static int small_data = 41, small_bss, other_data = 42;
static const int constant[100000] = {[3] = 9, [99999] = 8};

static int *local(void)
{
    static int counters[70000];
    return counters;
}

static unsigned char packed_a[5000] = {1}, packed_b[5000] = {2}, packed_c[100] = {3};

static void neighbours(void)
{
    dev_set_bytes(packed_a, sizeof packed_a, 11);
    packed_b[17] = 99;
    dev_set_bytes(packed_c, sizeof packed_c, 12);
    packed_a[0] = 13;
    dev_add_bytes(packed_b, sizeof packed_b, 1);
    check("a", host_count_bytes(packed_a, sizeof packed_a, 11), 4999);
    check("b", packed_b[17], 100);
    check("b0", packed_b[0], 3);
    check("c", host_count_bytes(packed_c, sizeof packed_c, 12), 100);
}

int main(void)
{
    check("first data", dev_sum(data, 300000), 18);
    check("first bss", dev_sum(bss, 400000), 0);
    check("constant", dev_sum(constant, 100000), 17);
    dev_add(data, 300000, 1);
    dev_fill(bss, 400000, 2);
    dev_add(&small_data, 1, 1);
    dev_add(&small_bss, 1, 3);
    check("small data", small_data, 42);
    check("small bss", small_bss, 3);
    check("other", other_data, 42);
    check("data", data[150000], 7);
    check("data sum", host_sum(data, 300000), 300018);
    check("bss", host_wrong(bss, 400000, 2), 0);
    dev_fill(local(), 70000, 3);
    local()[69999] = VALUE(3, 69999) + 1;
    check("static local", dev_wrong(local(), 70000, 3), 1);
    neighbours();
    exercise("data", (unsigned char *)data, sizeof data);
    exercise("bss", (unsigned char *)bss, sizeof bss);
    exercise("bss part", (unsigned char *)bss + 12345, 700001);
    exercise("static local", (unsigned char *)local(), 70000 * sizeof(int));
    exercise("packed", packed_b, sizeof packed_b);
    return status();
}
