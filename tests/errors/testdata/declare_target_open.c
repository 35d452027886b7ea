// A declare target that nothing ends.
#pragma omp declare target // ERROR "declare target|end"
int y;
