/* Functions of C's library and of gcc that OpenCL C lacks. Programs that name one of
 * them have this behind the prelude. */

/* The classes of characters in the locale "C", as glibc's tables have them. */
static inline ushort omp2cl_c_type(int c)
{
    int upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    int hex = digit || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f';
    int graph = c > ' ' && c < 127, alnum = upper || lower || digit;
    return (ushort)(upper << 8 | lower << 9 | (upper || lower) << 10 | digit << 11 | hex << 12 |
                    (c == ' ' || c >= 9 && c <= 13) << 13 | (graph || c == ' ') << 14 | graph << 15 |
                    (c == ' ' || c == 9) | (c >= 0 && c < ' ' || c == 127) << 1 | (graph && !alnum) << 2 | alnum << 3);
}
static inline int omp2cl_c_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static inline int omp2cl_c_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

/* Whether a number of 128 bits does not fit an integer of so many bits. */
static inline int omp2cl_c_misfits(ulong high, ulong low, int bits, int is_signed)
{
    if (!is_signed)
        return high != 0 || bits < 64 && low >> bits != 0;
    long sign = (long)low >> (bits - 1);
    return high != (ulong)((long)low >> 63) || sign != 0 && sign != -1;
}
static inline int omp2cl_c_add_overflows(ulong x, ulong x_sign, ulong y, ulong y_sign, int bits, int is_signed)
{
    return omp2cl_c_misfits(x_sign + y_sign + (x + y < x), x + y, bits, is_signed);
}
static inline int omp2cl_c_sub_overflows(ulong x, ulong x_sign, ulong y, ulong y_sign, int bits, int is_signed)
{
    return omp2cl_c_misfits(x_sign - y_sign - (x < y), x - y, bits, is_signed);
}
/* A product of two numbers of 64 bits without a sign may be beyond the largest one with
 * a sign; its upper half is not that of a small negative one then. */
static inline int omp2cl_c_mul_overflows(ulong x, ulong x_sign, ulong y, ulong y_sign, int bits, int is_signed)
{
    ulong high = mul_hi(x, y) + x_sign * y + y_sign * x;
    return omp2cl_c_misfits(high, x * y, bits, is_signed);
}

/* Locks (OpenMP 4.5 §3.3): a word that is 1 while a thread owns the lock; behind it, in
 * a lock that nests, the thread and how many times it has set the lock. A work-item
 * that waits relies on the others to go on meanwhile. OpenMP has locks among the threads
 * of a contention group, so of a team; where omp2cl_league_fence reaches the whole league,
 * these do as well. */
#define OMP2CL_LOCKS(S)                                                        \
    OMP2CL_OVERLOAD void omp2cl_c_init_lock(volatile S void *p) { *(volatile S uint *)p = 0; } \
    OMP2CL_OVERLOAD int omp2cl_c_test_lock(volatile S void *p)                 \
    {                                                                          \
        int taken = omp2cl_c_swap((volatile S uint *)p, 1u) == 0u;             \
        omp2cl_league_fence();                                                 \
        return taken;                                                          \
    }                                                                          \
    OMP2CL_OVERLOAD void omp2cl_c_set_lock(volatile S void *p)                 \
    {                                                                          \
        while (!omp2cl_c_test_lock(p))                                         \
            ;                                                                  \
    }                                                                          \
    OMP2CL_OVERLOAD void omp2cl_c_unset_lock(volatile S void *p)               \
    {                                                                          \
        omp2cl_league_fence();                                                 \
        omp2cl_c_swap((volatile S uint *)p, 0u);                               \
    }                                                                          \
    OMP2CL_OVERLOAD void omp2cl_c_init_nest_lock(volatile S void *p)           \
    {                                                                          \
        volatile S uint *lock = (volatile S uint *)p;                          \
        lock[0] = lock[1] = lock[2] = 0;                                       \
    }                                                                          \
    OMP2CL_OVERLOAD int omp2cl_c_test_nest_lock(volatile S void *p)            \
    {                                                                          \
        volatile S uint *lock = (volatile S uint *)p;                          \
        uint me = (uint)get_global_id(0) + 1;                                  \
        if (lock[1] != me) {                                                   \
            if (!omp2cl_c_test_lock(p))                                        \
                return 0;                                                      \
            lock[1] = me;                                                      \
        }                                                                      \
        return (int)++lock[2];                                                 \
    }                                                                          \
    OMP2CL_OVERLOAD void omp2cl_c_set_nest_lock(volatile S void *p)            \
    {                                                                          \
        while (!omp2cl_c_test_nest_lock(p))                                    \
            ;                                                                  \
    }                                                                          \
    OMP2CL_OVERLOAD void omp2cl_c_unset_nest_lock(volatile S void *p)          \
    {                                                                          \
        volatile S uint *lock = (volatile S uint *)p;                          \
        if (--lock[2] == 0) {                                                  \
            lock[1] = 0;                                                       \
            omp2cl_c_unset_lock(p);                                            \
        }                                                                      \
    }
OMP2CL_OVERLOAD uint omp2cl_c_swap(volatile __global uint *p, uint v) { return atomic_xchg(p, v); }
OMP2CL_OVERLOAD uint omp2cl_c_swap(volatile __local uint *p, uint v) { return atomic_xchg(p, v); }
OMP2CL_OVERLOAD uint omp2cl_c_swap(volatile __private uint *p, uint v)
{
    uint old = *p;
    *p = v;
    return old;
}
OMP2CL_LOCKS(__global)
OMP2CL_LOCKS(__local)
OMP2CL_LOCKS(__private)
