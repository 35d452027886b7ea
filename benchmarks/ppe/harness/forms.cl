/* forms.cl: in front of every hand-written kernel. CPU is 1 on CPU devices.
 *
 * EACH(i, n) loops over this work-item's share of 0..n-1: a contiguous chunk on a
 * CPU, where local size is 1; every global-size-th one on a GPU, so that neighbours
 * touch neighbours. */
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if CPU
#define CHUNK(n) (((n) + (int)get_global_size(0) - 1) / (int)get_global_size(0))
#define FIRST(n) min((int)get_global_id(0) * CHUNK(n), (n))
#define LAST(n) min(FIRST(n) + CHUNK(n), (n))
#define EACH(i, n) for (int i = FIRST(n), i##_end = LAST(n); i < i##_end; i++)
#else
#define EACH(i, n) for (int i = get_global_id(0); i < (n); i += get_global_size(0))
#endif

/* EACH_CELL(i, rows, j, columns) loops over cells of a grid: a chunk of rows on a CPU,
 * a cell for each item of launch_cells' 2-D space on a GPU. */
#if CPU
#define EACH_CELL(i, rows, j, columns) EACH(i, rows) for (int j = 0; j < (columns); j++)
#else
#define EACH_CELL(i, rows, j, columns)                                         \
    for (int i = get_global_id(1); i < (rows); i += get_global_size(1))        \
        for (int j = get_global_id(0); j < (columns); j += get_global_size(0))
#endif

/* GROUP_REDUCE(T, v, combine) leaves in v of a group's first item what its items have
 * in v: by a tree in local memory. A group of one has it already. */
#if CPU
#define GROUP_REDUCE(T, v, combine)
#else
#define GROUP_REDUCE(T, v, combine)                                            \
    __local T v##_shared[LOCAL];                                               \
    v##_shared[get_local_id(0)] = v;                                           \
    for (int half_ = LOCAL / 2; half_ > 0; half_ /= 2) {                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                          \
        if (get_local_id(0) < half_)                                           \
            v##_shared[get_local_id(0)] = combine(v##_shared[get_local_id(0)], v##_shared[get_local_id(0) + half_]); \
    }                                                                          \
    v = v##_shared[0];
#endif
#define PLUS(a, b) ((a) + (b))

/* The sum of the elements of a vector. */
#define SUM2(v) ((v).s0 + (v).s1)
#define SUM4(v) SUM2((v).lo + (v).hi)
#define SUM8(v) SUM4((v).lo + (v).hi)
#define SUM16(v) SUM8((v).lo + (v).hi)
