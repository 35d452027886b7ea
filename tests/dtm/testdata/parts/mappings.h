/* How many mappings a process may have. */
#include <stdio.h>

static long most_mappings(void)
{
    FILE *f = fopen("/proc/sys/vm/max_map_count", "r");
    long most = 0;
    must(f && fscanf(f, "%ld", &most) == 1);
    fclose(f);
    return most;
}
