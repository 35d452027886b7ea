struct two {
    int a[2];
};

void g(float *f)
{
    struct two t = {{0}}, u = {{1}};
#pragma omp target map(tofrom: f[0:1], t, u)
    {
        __atomic_store(&t, &u, 0); // ERROR "atomic builtins are supported for pointers to scalars only, not for 'struct two .'.*unsupported-function"
        __sync_fetch_and_add_16(f, 1); // ERROR "function '__sync_fetch_and_add_16' is not available in device code"
    }
}
