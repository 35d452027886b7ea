/* A library with data that a program maps. */
int library_data[100000] = {[0] = 1, [50000] = 2, [99999] = 3};
int library_bss[100000];
