// declare target with what cannot be there.
#pragma omp declare target(missing_name) // ERROR "missing_name"

int x;
#pragma omp declare target link2(x) // ERROR "link2"

#pragma omp end declare target // ERROR "declare target"
