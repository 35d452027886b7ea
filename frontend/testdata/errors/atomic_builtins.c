void g(float *f)
{
    _Bool flag = 0;
#pragma omp target map(tofrom: f[0:1], flag)
    {
        __atomic_store_n(&flag, 1, 0); // ERROR "atomic builtins are supported for pointers to integers only, not for .*unsupported-function"
        __sync_fetch_and_nand(&flag, 1); // ERROR "function '__sync_fetch_and_nand' is not available in device code"
    }
}
