/* library.c: a library with .data and .bss of several pages, for deaths.c. */
char library_zeros[1 << 16];
char library_values[1 << 16] = {[0 ... (1 << 16) - 1] = 1};
