// Part of host_header_region.c.
#include "header.h"

int other(int x) { return header_square(x) * 100; }
