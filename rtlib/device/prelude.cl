/* Device prelude of omp2cl: what generated OpenCL C builds on. The runtime puts it
 * in front of every program and defines
 *   OMP2CL_CPU          1 on devices without lock-step work-items, else 0
 *   OMP2CL_UNITS        compute units of the device, and
 *   OMP2CL_LOCAL_MEM    bytes of local memory of a group, where OMP2CL_CPU is 0
 *   OMP2CL_MAX_LOCAL    largest number of work-items in a group
 *   OMP2CL_CONTRACT     defined when the host's flags allow fused multiply-add
 *   OMP2CL_APART        defined when no object that a kernel only reads shares storage
 *                       with one that it writes
 *   OMP2CL_SUMS_DOUBLES defined where PTX has an atomic sum of doubles
 *   OMP2CL_AT_<symbol>  byte offset of a static variable in the arena
 */
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define OMP2CL_FP64 1
#endif
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
#ifndef OMP2CL_CONTRACT
#pragma OPENCL FP_CONTRACT OFF
#endif

#ifdef OMP2CL_APART
#define OMP2CL_UNWRITTEN restrict
#else
#define OMP2CL_UNWRITTEN
#endif

#define OMP2CL_OVERLOAD __attribute__((overloadable)) static inline

/* What every device function knows of its caller: the arena of static variables,
 * the launch's scratch buffer, the group's shared block, this thread's number, the
 * size of its team, how many parallel regions are around it, the thread of the
 * outermost one and its team's size when there are several, and what is used of its
 * share of the scratch buffer. */
typedef struct {
    __global char *arena;
    __global char *scratch;
    __local ulong *shared;
    ulong item_offset;
    int thread;
    int threads;
    int level;
    int outer_thread;
    int outer_threads;
} omp2cl_context;

/* The same of a kernel that needs neither arena nor scratch buffer. */
typedef struct {
    __local ulong *shared;
    int thread;
    int threads;
    int level;
    int outer_thread;
    int outer_threads;
} omp2cl_lone_context;

#define OMP2CL_KERNEL_BEGIN(form) OMP2CL_KERNEL_BEGIN_SHARING(form, 1)
#define OMP2CL_KERNEL_BEGIN_SHARING(form, words)                               \
    OMP2CL_BEGIN(omp2cl_context, words)                                        \
    omp2cl_ctx.arena = omp2cl_arena;                                           \
    omp2cl_ctx.scratch = omp2cl_scratch;                                       \
    omp2cl_ctx.item_offset = 0;
/* A kernel that needs neither arena nor scratch buffer is launched without: each
 * buffer costs a quarter of a microsecond there. */
#define OMP2CL_KERNEL_BEGIN_ALONE(form, words) OMP2CL_BEGIN(omp2cl_lone_context, words)
#define OMP2CL_BEGIN(context, words)                                           \
    __local ulong omp2cl_shared_words[(words) * OMP2CL_MAX_LOCAL + 1];         \
    context omp2cl_ctx;                                                        \
    omp2cl_ctx.shared = omp2cl_shared_words;                                   \
    omp2cl_ctx.thread = 0;                                                     \
    omp2cl_ctx.threads = 1;                                                    \
    omp2cl_ctx.level = 0;                                                      \
    omp2cl_ctx.outer_thread = 0;                                               \
    omp2cl_ctx.outer_threads = 1;
#define OMP2CL_KERNEL_END

/* Teams and threads. */
#define omp2cl_thread() (omp2cl_ctx.thread)
#define omp2cl_threads() (omp2cl_ctx.threads)
#define omp2cl_team() ((int)get_group_id(0))
#define omp2cl_teams() max((int)get_num_groups(0), 1) /* see omp2cl_all_threads */
#define omp2cl_league_thread() (omp2cl_team() * omp2cl_ctx.threads + omp2cl_ctx.thread)
#define omp2cl_league_threads() (omp2cl_teams() * omp2cl_ctx.threads)
/* At least one, which compilers do not know: for a loop that would be endless else
 * PoCL 3.1 with LLVM 15 drops the kernel's code. */
#define omp2cl_all_threads() max((int)get_local_size(0), 1)
#define omp2cl_clamp_threads(n) clamp((int)(n), 1, omp2cl_all_threads())
#define omp2cl_is_master() (get_local_id(0) == 0)
#define omp2cl_is_active() (omp2cl_ctx.thread < omp2cl_ctx.threads)

/* A parallel region of the group's work-items. */
#define omp2cl_fork(n)                                                         \
    (omp2cl_ctx.thread = (int)get_local_id(0), omp2cl_ctx.threads = (n), omp2cl_ctx.level = 1)
#define omp2cl_join() (omp2cl_ctx.thread = 0, omp2cl_ctx.threads = 1, omp2cl_ctx.level = 0)

/* A nested parallel region: its team has one thread. */
static inline ulong omp2cl_nest_in(omp2cl_context *ctx)
{
    ulong saved = (ulong)(uint)ctx->thread << 32 | (uint)ctx->threads;
    if (ctx->level == 1) {
        ctx->outer_thread = ctx->thread;
        ctx->outer_threads = ctx->threads;
    }
    ctx->thread = 0;
    ctx->threads = 1;
    ctx->level++;
    return saved;
}
static inline void omp2cl_nest_out(omp2cl_context *ctx, ulong saved)
{
    ctx->thread = (int)(saved >> 32);
    ctx->threads = (int)(uint)saved;
    ctx->level--;
}
#define omp2cl_nest() omp2cl_nest_in(&omp2cl_ctx)
#define omp2cl_unnest(saved) omp2cl_nest_out(&omp2cl_ctx, saved)

/* Synchronization: fences of a group, and of the league. OpenCL 1.2 does not say how far
 * mem_fence reaches; NVIDIA's orders memory within a group only (membar.cta). */
#define omp2cl_fence() mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#ifdef __NV_CL_C_VERSION
#define omp2cl_league_fence() __asm__ volatile("membar.gl;" ::: "memory")
#else
#define omp2cl_league_fence() omp2cl_fence()
#endif
#define omp2cl_flush() omp2cl_league_fence()
#define omp2cl_barrier() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

/* Barriers of kernels that have some in loops or branches. Groups of these have one
 * work-item on devices that do not bear them (ppe.Device.Shy), so they need none: PoCL's
 * compiler runs out of stack at two such loops around each other. */
#if OMP2CL_SHY
#define omp2cl_branching_barrier() omp2cl_fence()
#else
#define omp2cl_branching_barrier() omp2cl_barrier()
#endif
#define omp2cl_orphaned_barrier()                                              \
    do {                                                                       \
        if (omp2cl_ctx.threads > 1)                                            \
            omp2cl_branching_barrier();                                        \
    } while (0)

/* The group's shared block: one word to broadcast, one or more per work-item to
 * reduce. */
#define omp2cl_put(v) (omp2cl_ctx.shared[0] = (ulong)(v))
#define omp2cl_get() ((long)omp2cl_ctx.shared[0])
#define omp2cl_shared_block() (omp2cl_ctx.shared + 1)

/* Reductions: values of several work-items are combined in steps that make one row
 * of 16, where groups are large. A CPU combines all rows at once. Copies of teams are
 * combined by all work-items of a group, on a CPU by the first one. */
#if OMP2CL_CPU
#define omp2cl_tree_has_steps() 0
#define omp2cl_tree_goes_on(rows) 0
#define omp2cl_tree_next(rows) 1
#define omp2cl_tree_barrier()
#define omp2cl_branching_tree_barrier()
#define omp2cl_mergers() 1
#else
#define omp2cl_tree_has_steps() 1
#define omp2cl_tree_goes_on(rows) ((rows) > 16)
#define omp2cl_tree_next(rows) (((rows) + 15) / 16)
#define omp2cl_tree_barrier() omp2cl_barrier()
#define omp2cl_branching_tree_barrier() omp2cl_branching_barrier()
#define omp2cl_mergers() omp2cl_all_threads()
#endif
#define omp2cl_merger() ((int)get_local_id(0))
#define omp2cl_is_merger() (omp2cl_merger() < omp2cl_mergers())

/* Accumulation into a thread's copy of a reduction item: a CPU's compiler may choose
 * the order, so that the loop runs as vectors with several partial results. */
#if OMP2CL_CPU && defined(__clang_major__) && __clang_major__ >= 12
#define OMP2CL_ANY_ORDER _Pragma("clang fp reassociate(on)")
#else
#define OMP2CL_ANY_ORDER
#endif
#define OMP2CL_ACCUMULATE(T)                                                   \
    OMP2CL_OVERLOAD T omp2cl_sum(T s, T v) { OMP2CL_ANY_ORDER return s + v; }  \
    OMP2CL_OVERLOAD T omp2cl_product(T s, T v) { OMP2CL_ANY_ORDER return s * v; }
OMP2CL_ACCUMULATE(float)
#ifdef OMP2CL_FP64
OMP2CL_ACCUMULATE(double)
#endif

/* Reductions over the league: slots in the scratch buffer, and the team that is
 * the last to fill its own. The first word counts them and is left at zero. All
 * work-items of a group ask; on a CPU the first one alone gets to know. */
#define omp2cl_team_scratch(team, offset, size)                                \
    (omp2cl_ctx.scratch + 64 + (offset) * get_num_groups(0) + (team) * (size))
static inline int omp2cl_count_team(__global char *scratch)
{
    volatile __global uint *count = (volatile __global uint *)scratch;
    omp2cl_league_fence();
    int last = atomic_inc(count) == get_num_groups(0) - 1;
    omp2cl_league_fence();
    if (last)
        *count = 0;
    return last;
}
#if OMP2CL_CPU
#define omp2cl_last_team() (omp2cl_is_master() && omp2cl_count_team(omp2cl_ctx.scratch))
#else
static inline int omp2cl_is_last_team(__global char *scratch, __local ulong *shared)
{
    omp2cl_fence();
    omp2cl_barrier();
    if (omp2cl_is_master())
        shared[0] = omp2cl_count_team(scratch);
    omp2cl_barrier();
    int last = (int)shared[0];
    omp2cl_fence();
    return last;
}
#define omp2cl_last_team() omp2cl_is_last_team(omp2cl_ctx.scratch, omp2cl_ctx.shared)
#endif

/* This work-item's own part of the scratch buffer. The runtime leaves at byte 32
 * where the parts start and at byte 40 how large each is. */
static inline __global char *omp2cl_item_alloc_in(omp2cl_context *ctx, ulong bytes)
{
    __global ulong *part = (__global ulong *)(ctx->scratch + 32);
    ulong at = ctx->item_offset;
    ctx->item_offset += (bytes + 15) & ~(ulong)15;
    return ctx->scratch + part[0] + get_global_id(0) * part[1] + at;
}
#define omp2cl_item_alloc(bytes) omp2cl_item_alloc_in(&omp2cl_ctx, bytes)

/* A failed assertion: the first one leaves its message behind the flag at the start
 * of the arena, where the host finds it after the launch. */
static inline void omp2cl_fail(__global char *arena, __constant const char *text)
{
    if (atomic_cmpxchg((volatile __global uint *)arena, 0u, 1u) == 0u) {
        int i = 0;
        for (; i < 240 && text[i]; ++i)
            arena[8 + i] = text[i];
        arena[8 + i] = 0;
    }
}
#define omp2cl_assert_failed(text) omp2cl_fail(omp2cl_ctx.arena, text)

/* A call of exit leaves a flag of its own, and the status. */
#define omp2cl_exit(status)                                                    \
    ((void)(atomic_cmpxchg((volatile __global uint *)omp2cl_ctx.arena, 0u, 2u) == 0u && \
            (((volatile __global int *)omp2cl_ctx.arena)[1] = (status), 1)))

/* The rest of it is this work-item's stack. What does not fit ends the program, and has
 * the memory of all else meanwhile. */
static inline int omp2cl_stack_lacks_in(omp2cl_context *ctx, ulong from, long bytes, __constant const char *text)
{
    __global ulong *part = (__global ulong *)(ctx->scratch + 32);
    if (from <= part[1] && (ulong)max(bytes, 0L) <= part[1] - from)
        return 0;
    omp2cl_fail(ctx->arena, text);
    return 1;
}
static inline ulong omp2cl_stack_grow_in(omp2cl_context *ctx, ulong from, long bytes, __constant const char *text)
{
    int lacks = omp2cl_stack_lacks_in(ctx, from, bytes, text);
    ctx->item_offset = lacks ? from : from + (((ulong)max(bytes, 0L) + 15) & ~(ulong)15);
    return ctx->item_offset;
}
static inline __global char *omp2cl_stack_take_in(omp2cl_context *ctx, ulong bytes, __constant const char *text)
{
    ulong at = ctx->item_offset;
    omp2cl_stack_grow_in(ctx, at, (long)bytes, text);
    ctx->item_offset = at;
    return omp2cl_item_alloc_in(ctx, bytes);
}
static inline __global char *omp2cl_stack_push_in(omp2cl_context *ctx, long bytes, __constant const char *text)
{
    __global ulong *part = (__global ulong *)(ctx->scratch + 32);
    ulong from = ctx->item_offset;
    omp2cl_stack_grow_in(ctx, from, bytes, text);
    return ctx->scratch + part[0] + get_global_id(0) * part[1] + from;
}
/* The memory from one place of the stack to another. */
static inline __global char *omp2cl_stack_at_in(omp2cl_context *ctx, ulong from, ulong end)
{
    __global ulong *part = (__global ulong *)(ctx->scratch + 32);
    return ctx->scratch + part[0] + get_global_id(0) * part[1] + from;
}
#define omp2cl_stack_top() (omp2cl_ctx.item_offset)
#define omp2cl_stack_lacks(from, bytes, text) omp2cl_stack_lacks_in(&omp2cl_ctx, from, bytes, text)
#define omp2cl_stack_grow(from, bytes, text) omp2cl_stack_grow_in(&omp2cl_ctx, from, bytes, text)
#define omp2cl_stack_take(bytes, text) omp2cl_stack_take_in(&omp2cl_ctx, bytes, text)
#define omp2cl_stack_push(bytes, text) omp2cl_stack_push_in(&omp2cl_ctx, bytes, text)
#define omp2cl_stack_at(from, end) omp2cl_stack_at_in(&omp2cl_ctx, from, end)

/* Division, in 32 bits where both numbers fit: many devices, and older CPUs, divide 64
 * bits in several times as long. */
OMP2CL_OVERLOAD uint omp2cl_div(uint a, uint b) { return a / b; }
OMP2CL_OVERLOAD ulong omp2cl_div(ulong a, ulong b)
{
    return (a | b) >> 32 ? a / b : (uint)a / (uint)b;
}

/* Division of n iterations among num executors, of which this is number id. A block is
 * contiguous, a strided share is every num-th one. A launch often has an executor for
 * each iteration, and then there is nothing to divide. */
#define OMP2CL_SHARES(T)                                                       \
    OMP2CL_OVERLOAD T omp2cl_block_first(T n, T id, T num)                     \
    {                                                                          \
        T each = omp2cl_div(n, num);                                           \
        return id * each + min(id, n - each * num);                            \
    }                                                                          \
    OMP2CL_OVERLOAD T omp2cl_block_count(T n, T id, T num)                     \
    {                                                                          \
        T each = omp2cl_div(n, num);                                           \
        return each + (id < n - each * num);                                   \
    }                                                                          \
    OMP2CL_OVERLOAD T omp2cl_strided_count(T n, T id, T num)                   \
    {                                                                          \
        return id >= n ? 0 : n <= num ? 1 : omp2cl_div(n - 1 - id, num) + 1;   \
    }
OMP2CL_SHARES(uint)
OMP2CL_SHARES(ulong)
#define omp2cl_strided_first(n, id, num) (id)
#define omp2cl_strided_stride(num) (num)

/* What suits the device: blocks on a CPU, strided shares on a GPU. In a collapsed nest
 * a CPU steps from row to row, with the stride 0, and a GPU from iteration to iteration.
 * A row's run ends with the row, or with the share, whose end nobody carries on from.
 * Behind the last iteration of a GPU the place "at" in the outermost loop is beyond its trip. */
#if OMP2CL_CPU
#define omp2cl_share_first(n, id, num) omp2cl_block_first(n, id, num)
#define omp2cl_share_count(n, id, num) omp2cl_block_count(n, id, num)
#define omp2cl_share_stride(num) 1
#define omp2cl_run(at, trip, left) min((ulong)((trip) - (at)), left)
#define omp2cl_pace(run, ahead) (run)
#define omp2cl_carries(at, wrap, move) ((move) > 0)
#define omp2cl_whole_row(at, trip, left) ((at) == 0 && (left) >= (trip))
#define omp2cl_more(left, at, trip) ((left) > 0)
#else
#define omp2cl_share_first(n, id, num) (id)
#define omp2cl_share_count(n, id, num) omp2cl_strided_count(n, id, num)
#define omp2cl_share_stride(num) (num)
#define omp2cl_run(at, trip, left) ((at) < (trip))
#define omp2cl_pace(run, ahead) (ahead)
#define omp2cl_carries(at, wrap, move) ((at) >= (wrap) - (move))
#define omp2cl_whole_row(at, trip, left) 0
#define omp2cl_more(left, at, trip) ((at) < (trip))
#endif

/* Turns: on a CPU, whose teams are few, threads take chunks of n iterations by the
 * number until none is left. A turn is a multiple of the schedule's chunk: a few turns
 * for each of num threads, or small ones. The words at byte 48 and 52 of the scratch
 * buffer count the turns taken and the threads that are done; the last one leaves zeros.
 * On a GPU each thread has one turn, its strided share. */
#if OMP2CL_CPU
#define OMP2CL_TURNS(T)                                                        \
    OMP2CL_OVERLOAD T omp2cl_turn_of(T n, ulong chunk, T most)                 \
    {                                                                          \
        T c = (T)max(min(chunk, (ulong)n), 1UL);                               \
        return c * max(omp2cl_div(max(most, (T)((ulong)n >> 30)), c), (T)1);   \
    }                                                                          \
    OMP2CL_OVERLOAD T omp2cl_turn_size(T n, ulong chunk, T num)                \
    {                                                                          \
        return omp2cl_turn_of(n, chunk, omp2cl_div(n, num * 8));               \
    }                                                                          \
    OMP2CL_OVERLOAD T omp2cl_small_turn_size(T n, ulong chunk, T num)          \
    {                                                                          \
        return omp2cl_turn_of(n, chunk, min(omp2cl_div(n, num * 64), (T)64));  \
    }                                                                          \
    OMP2CL_OVERLOAD T omp2cl_turn_count(T n, T turn, T each, T num)            \
    {                                                                          \
        return min(each, n - turn * each);                                     \
    }
OMP2CL_TURNS(uint)
OMP2CL_TURNS(ulong)
static inline uint omp2cl_take(__global char *scratch)
{
    return atomic_inc((volatile __global uint *)(scratch + 48));
}
static inline void omp2cl_leave(__global char *scratch, int threads)
{
    volatile __global uint *count = (volatile __global uint *)(scratch + 48);
    if (atomic_inc(count + 1) == (uint)threads - 1)
        count[0] = count[1] = 0;
}
#define omp2cl_turns(n, each, num) ((n) > 0 ? omp2cl_div((n) - 1, each) + 1 : 0)
#define omp2cl_first_turn(id) omp2cl_take(omp2cl_ctx.scratch)
#define omp2cl_next_turn(turns) omp2cl_take(omp2cl_ctx.scratch)
#define omp2cl_turn_from(turn, each) ((turn) * (each))
#define omp2cl_end_turns() omp2cl_leave(omp2cl_ctx.scratch, omp2cl_league_threads())
#else
#define omp2cl_turn_size(n, chunk, num) 1
#define omp2cl_small_turn_size(n, chunk, num) 1
#define omp2cl_turns(n, each, num) (num)
#define omp2cl_first_turn(id) (id)
#define omp2cl_next_turn(turns) (turns)
#define omp2cl_turn_from(turn, each) (turn)
#define omp2cl_turn_count(n, turn, each, num) omp2cl_strided_count(n, turn, num)
#define omp2cl_end_turns()
#endif

/* Rectangles of a team of a GPU: the sides are wide and high, both 1 without one. A
 * thread starts in the rectangle whose number is the team's and goes on by as many as
 * there are teams. They are as wide as what runs in lock step, and cover at most an
 * eighth too much in either direction. */
#define OMP2CL_RECT_WIDE 32u
#if OMP2CL_CPU
#define omp2cl_rect_wide(rows, columns) 1u
#define omp2cl_rect_high(wide) 1u
#define omp2cl_rect_first(first, wide) (first)
#define omp2cl_rect_stride(stride, wide) (stride)
#define omp2cl_rect_column(wide) 0u
#define omp2cl_rect_row(wide) 0u
#define omp2cl_rect_columns(trip, wide) (trip)
#define omp2cl_rect_rows(trip, high) (trip)
#define omp2cl_inside(at, trip) 1u
#else
static inline int omp2cl_fits_rects(ulong trip, uint side)
{
    uint n = (uint)trip, over = n % side;
    return trip < 0x80000000UL && (over == 0 || side - over <= n / 8);
}
static inline uint omp2cl_rect_wide_for(ulong rows, ulong columns, uint threads)
{
    uint high = threads / OMP2CL_RECT_WIDE;
    return high > 1 && threads % OMP2CL_RECT_WIDE == 0 && omp2cl_fits_rects(rows, high) &&
           omp2cl_fits_rects(columns, OMP2CL_RECT_WIDE) ? OMP2CL_RECT_WIDE : 1u;
}
#define omp2cl_rect_wide(rows, columns) omp2cl_rect_wide_for(rows, columns, (uint)omp2cl_threads())
#define omp2cl_rect_high(wide) ((wide) > 1 ? (uint)omp2cl_threads() / OMP2CL_RECT_WIDE : 1u)
#define omp2cl_rect_first(first, wide) ((wide) > 1 ? (ulong)(uint)omp2cl_team() : (first))
#define omp2cl_rect_stride(stride, wide) ((wide) > 1 ? (ulong)(uint)omp2cl_teams() : (stride))
#define omp2cl_rect_column(wide) ((uint)omp2cl_thread() & ((wide) - 1))
#define omp2cl_rect_row(wide) ((wide) > 1 ? (uint)omp2cl_thread() / OMP2CL_RECT_WIDE : 0u)
#define omp2cl_rect_columns(trip, wide) ((wide) > 1 ? ((trip) - 1) / OMP2CL_RECT_WIDE + 1 : (trip))
#define omp2cl_rect_rows(trip, high) ((high) > 1 ? ((trip) - 1) / (high) + 1 : (trip))
#define omp2cl_inside(at, trip) ((uint)((at) < (trip)))
#endif

/* Bricks: a GPU's team stays in its rectangle for several iterations of the loop around
 * it. With fewer of them than rectangles, at least three quarters of the teams' turns must
 * be bricks, or there are more than a GPU runs at once: then teams that are done first
 * make room for others. */
#define omp2cl_brick_wide() OMP2CL_RECT_WIDE
#define omp2cl_brick_high() ((uint)omp2cl_threads() / OMP2CL_RECT_WIDE)
#define omp2cl_brick_deep() 8u
#define omp2cl_brick_column() omp2cl_rect_column(OMP2CL_RECT_WIDE)
#define omp2cl_brick_row() omp2cl_rect_row(OMP2CL_RECT_WIDE)
/* In a nest of two loops it stays in a line for several rows. */
#define omp2cl_line_wide() ((uint)omp2cl_threads())
#define omp2cl_line_column() ((uint)omp2cl_thread())
#if OMP2CL_CPU
#define omp2cl_bricks(around, layers, rows, columns) 0
#define omp2cl_lines(layers, columns) 0
#else
#define OMP2CL_MANY_ITEMS (1u << 19)
static inline int omp2cl_fills_teams(ulong bricks, uint threads, uint teams)
{
    if (bricks <= teams)
        return 4 * bricks >= 3 * (ulong)teams;
    return bricks * threads >= OMP2CL_MANY_ITEMS ||
           4 * bricks >= 3 * (omp2cl_div(bricks - 1, (ulong)teams) + 1) * teams;
}
static inline int omp2cl_in_bricks(ulong around, ulong layers, ulong rows, ulong columns, uint threads, uint teams)
{
    if (layers < omp2cl_brick_deep() || omp2cl_rect_wide_for(rows, columns, threads) == 1)
        return 0;
    ulong rects = (ulong)omp2cl_rect_rows((uint)rows, threads / OMP2CL_RECT_WIDE) *
                  omp2cl_rect_columns((uint)columns, OMP2CL_RECT_WIDE);
    return omp2cl_fills_teams(around * ((layers - 1) / omp2cl_brick_deep() + 1) * rects, threads, teams);
}
#define omp2cl_bricks(around, layers, rows, columns)                           \
    omp2cl_in_bricks(around, layers, rows, columns, (uint)omp2cl_threads(), (uint)omp2cl_teams())
static inline int omp2cl_on_lines(ulong layers, ulong columns, uint threads, uint teams)
{
    if (layers < omp2cl_brick_deep() || threads < 2 * OMP2CL_RECT_WIDE || threads % OMP2CL_RECT_WIDE != 0 ||
        !omp2cl_fits_rects(columns, threads))
        return 0;
    ulong lines = (ulong)(((uint)columns - 1) / threads + 1);
    return omp2cl_fills_teams(((layers - 1) / omp2cl_brick_deep() + 1) * lines, threads, teams);
}
#define omp2cl_lines(layers, columns) omp2cl_on_lines(layers, columns, (uint)omp2cl_threads(), (uint)omp2cl_teams())
#endif

/* Tiles of iterations: on a CPU a thread runs a tile from one end to the other; on a
 * GPU the threads of a team do it together, 32 of them side by side in a row. A tile is
 * whole where each of them has as many rows of it, a number that the compiler knows. */
#if OMP2CL_CPU
#define omp2cl_tile_side() 64
#define omp2cl_stages() 0
#define omp2cl_blocks() 0
#define omp2cl_tile_executor() omp2cl_league_thread()
#define omp2cl_tile_executors() omp2cl_league_threads()
#define omp2cl_tile_row() 0
#define omp2cl_tile_rows() 1
#define omp2cl_tile_column() 0
#define omp2cl_tile_columns() 1
#define omp2cl_whole_tile(height, width) 0
#define omp2cl_whole_tile_row() 0
#define omp2cl_whole_tile_rows() 1
#define omp2cl_whole_tile_column() 0
#define omp2cl_tile_turns() 1
#else
#define omp2cl_tile_side() 32
#define omp2cl_stages() 1
#define omp2cl_blocks() (omp2cl_threads() % 16 == 0 && omp2cl_threads() <= 256)
#define omp2cl_in_lines() (omp2cl_threads() % 32 == 0)
#define omp2cl_tile_executor() omp2cl_team()
#define omp2cl_tile_executors() omp2cl_teams()
#define omp2cl_tile_row() (omp2cl_in_lines() ? omp2cl_thread() / 32 : 0)
#define omp2cl_tile_rows() (omp2cl_in_lines() ? omp2cl_threads() / 32 : 1)
#define omp2cl_tile_column() (omp2cl_in_lines() ? omp2cl_thread() % 32 : omp2cl_thread())
#define omp2cl_tile_columns() (omp2cl_in_lines() ? 32 : omp2cl_threads())
#define omp2cl_whole_tile(height, width)                                       \
    ((height) == 32 && (width) == 32 && OMP2CL_MAX_LOCAL >= 32 && 1024 % OMP2CL_MAX_LOCAL == 0 && \
     omp2cl_threads() == OMP2CL_MAX_LOCAL)
#define omp2cl_whole_tile_row() (omp2cl_thread() / 32)
#define omp2cl_whole_tile_rows() (OMP2CL_MAX_LOCAL / 32)
#define omp2cl_whole_tile_column() (omp2cl_thread() % 32)
#define omp2cl_tile_turns() (1024 / OMP2CL_MAX_LOCAL)
#endif
#define omp2cl_block_lines() (omp2cl_threads() / 16)
#define omp2cl_block_line() (omp2cl_thread() / 16)
#define omp2cl_block_column() (omp2cl_thread() % 16)
#define omp2cl_usual_blocks() (omp2cl_threads() == 128)
#define omp2cl_wide_blocks(n) ((n) * 8 >= (ulong)omp2cl_teams())
/* Bands of several rows, in parts of some columns: on a CPU, whose threads take n such parts. */
#if OMP2CL_CPU
#define omp2cl_bands(n) ((n) >= (ulong)omp2cl_league_threads())
#else
#define omp2cl_bands(n) 0
#endif
/* Rows: on a GPU teams of at most 128 threads bring them to local memory, where there
 * is enough of it, and so many teams that others run while one waits at a barrier. */
#if !OMP2CL_CPU && OMP2CL_MAX_LOCAL <= 128 && OMP2CL_LOCAL_MEM >= 48 << 10
#define OMP2CL_ROWS(length) (length)
#define OMP2CL_ROW_TEAMS (8 * OMP2CL_UNITS)
#define omp2cl_stages_rows(n, apart)                                           \
    (omp2cl_threads() >= 32 && omp2cl_teams() >= OMP2CL_ROW_TEAMS &&           \
     (n) >= (ulong)OMP2CL_ROW_TEAMS * (ulong)omp2cl_threads() && (apart))
#define omp2cl_stages_loop(n) (omp2cl_threads() >= 32 && (n) >= 128)
#define omp2cl_stages_ranges() (omp2cl_threads() == 128)
#define omp2cl_range_pays(longest, n, chunk)                                   \
    omp2cl_pays_as_range(longest, n, chunk, omp2cl_teams() >= OMP2CL_ROW_TEAMS)
#else
#define OMP2CL_ROWS(length) 1
#define omp2cl_stages_rows(n, apart) 0
#define omp2cl_stages_loop(n) 0
#define omp2cl_stages_ranges() 0
#define omp2cl_range_pays(longest, n, chunk) 0
#endif
/* Ranges: what counts of a row for the longest one of a team's step, its number of elements;
 * more than all others if it does not start where the row before it ends. Then there is no
 * range. With many teams it pays to load the n elements of all rows side by side, in
 * chunks, unless there are few of them in each row or no chunk has many rows: then one thread
 * after the other would have much to do. A few teams are done sooner if each
 * thread goes along its row, unless one row is much longer than the others. */
static inline uint omp2cl_range_length(int follows, ulong n)
{
    return follows ? (uint)min(n, 0x7ffffffful) : 0xffffffffu;
}
static inline int omp2cl_pays_as_range(uint longest, ulong n, uint chunk, int many)
{
    if (longest == 0xffffffffu)
        return 0;
    if (many)
        return n >= 512 && n / 32 <= max((ulong)longest, (ulong)chunk);
    return longest / 64 >= n / chunk + (n % chunk != 0);
}
/* Rows of n elements come to local memory in chunks of some width. Their number as a
 * uint, rounded up to a multiple of 2 to the 31st where it has more bits than that. */
static inline uint omp2cl_row_chunks(ulong n, uint width)
{
    ulong chunks = n / width + (n % width != 0);
    return chunks >> 31 ? 0x80000000u + (uint)(chunks >> 31) + 1 : (uint)chunks;
}
static inline ulong omp2cl_row_chunk_count(uint chunks)
{
    return chunks >> 31 ? (ulong)(chunks - 0x80000000u) << 31 : chunks;
}
/* The same of whole chunks, of which the first ones count; and how many of them a team
 * takes without a look at the ends of rows, whose shortest has so many: all, if it has as
 * many threads as the generated code reckons with. */
static inline uint omp2cl_row_whole_chunks(ulong n, uint width)
{
    return (uint)min(n / width, 0x7ffffffful);
}
#define omp2cl_row_whole_count(shortest) (omp2cl_threads() == 128 ? (shortest) : 0u)
#define omp2cl_tiles(n) (((n) + (omp2cl_tile_side() - 1)) / omp2cl_tile_side())

/* Brings 4 neighbours from local memory, aligned for vectors of 16 bytes, to registers. */
#define OMP2CL_TAKE(T)                                                         \
    OMP2CL_OVERLOAD void omp2cl_take(__private T *to, const __local T *from)   \
    {                                                                          \
        vstore4(*(const __local T##4 *)from, 0, to);                           \
    }
#define OMP2CL_TAKE_HALVES(T)                                                  \
    OMP2CL_OVERLOAD void omp2cl_take(__private T *to, const __local T *from)   \
    {                                                                          \
        vstore2(((const __local T##2 *)from)[0], 0, to);                       \
        vstore2(((const __local T##2 *)from)[1], 1, to);                       \
    }
OMP2CL_TAKE(char)
OMP2CL_TAKE(uchar)
OMP2CL_TAKE(short)
OMP2CL_TAKE(ushort)
OMP2CL_TAKE(int)
OMP2CL_TAKE(uint)
OMP2CL_TAKE(float)
OMP2CL_TAKE_HALVES(long)
OMP2CL_TAKE_HALVES(ulong)
#ifdef OMP2CL_FP64
OMP2CL_TAKE_HALVES(double)
#endif

/* In front of a loop whose iterations are independent and should become vectors. */
#if OMP2CL_CPU && defined(__clang_major__)
#define OMP2CL_VECTOR _Pragma("clang loop vectorize(assume_safety)")
#else
#define OMP2CL_VECTOR
#endif

/* A subscript, as it is written and in 64 bits: a CPU's compiler moves an address along with
 * the latter. On a GPU it would cost registers. */
#if OMP2CL_CPU
#define omp2cl_subscript(narrow, wide) (wide)
#else
#define omp2cl_subscript(narrow, wide) (narrow)
#endif

/* In front of an inner loop that loads values and combines them in variables: on a CPU in
 * several vectors. A GPU's compiler decides for itself. */
#if OMP2CL_CPU && defined(__clang_major__)
#define OMP2CL_GATHER _Pragma("clang loop interleave_count(4)")
#else
#define OMP2CL_GATHER
#endif

/* The value of a switch. PoCL 3.1 (LLVM 14) makes wrong code of a switch whose cases are all
 * values that it may have, in groups of several work-items: it must not know them. */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define OMP2CL_SWITCHED(T)                                                     \
    OMP2CL_OVERLOAD T omp2cl_any_value(T x)                                    \
    {                                                                          \
        if (get_local_size(0) == 1)                                            \
            return x;                                                          \
        volatile T value = x;                                                  \
        return value;                                                          \
    }
OMP2CL_SWITCHED(int)
OMP2CL_SWITCHED(uint)
OMP2CL_SWITCHED(long)
OMP2CL_SWITCHED(ulong)
#define omp2cl_switched(x) omp2cl_any_value(+(x))
#else
#define omp2cl_switched(x) (x)
#endif

/* Whether so many iterations fill several vectors, and what is left over does not count. */
#if OMP2CL_CPU && defined(__clang_major__)
#define omp2cl_many(n) ((long)(n) >= 128)
#else
#define omp2cl_many(n) 0
#endif

/* A bound of such a loop, of which a CPU's compiler does not know what it was computed from,
 * so that it does not compute it again in each iteration. (An empty statement of assembly
 * would do, but PoCL 5 takes it for a call of a function with arguments, and crashes.) */
#if OMP2CL_CPU && defined(__clang_major__)
#define OMP2CL_STEADY(T)                                                       \
    OMP2CL_OVERLOAD T omp2cl_steady(T x)                                       \
    {                                                                          \
        volatile T steady = x;                                                 \
        return steady;                                                         \
    }
OMP2CL_STEADY(int)
OMP2CL_STEADY(uint)
OMP2CL_STEADY(long)
OMP2CL_STEADY(ulong)
#else
#define omp2cl_steady(x) (x)
#endif

/* In front of a loop that loads values and combines them: on a GPU several loads are
 * to be under way at a time, on a CPU several vectors of sums, of which each addition waits
 * for the one before. With many values (OMP2CL_HEAVY) a GPU has fewer threads, and each
 * more loads. */
#if !OMP2CL_CPU && (defined(__clang_major__) || defined(__NV_CL_C_VERSION))
#define OMP2CL_OVERLAP _Pragma("unroll 4")
#define OMP2CL_OVERLAP_MORE _Pragma("unroll 8")
#elif defined(__clang_major__)
#define OMP2CL_OVERLAP _Pragma("clang loop interleave_count(4)")
#else
#define OMP2CL_OVERLAP
#endif
#ifndef OMP2CL_OVERLAP_MORE
#define OMP2CL_OVERLAP_MORE OMP2CL_OVERLAP
#endif

/* In front of a short loop that data end: on a GPU four iterations are to follow each other
 * without a jump. */
#if !OMP2CL_CPU && (defined(__clang_major__) || defined(__NV_CL_C_VERSION))
#define OMP2CL_FOURFOLD _Pragma("unroll 4")
#else
#define OMP2CL_FOURFOLD
#endif

/* In front of a loop of short updates of bins, or of one whose iterations wait for each other:
 * a CPU is to run four of them without a jump. */
#if OMP2CL_CPU && defined(__clang_major__)
#define OMP2CL_REPEAT _Pragma("clang loop unroll_count(4)")
#else
#define OMP2CL_REPEAT
#endif

/* In front of a loop over the rows of a tile: on a GPU all of them are to be under way. */
#if !OMP2CL_CPU && !defined(POCL_DEVICE_ADDRESS_BITS) && (defined(__clang_major__) || defined(__NV_CL_C_VERSION))
#define OMP2CL_EIGHTFOLD _Pragma("unroll 8")
#else
#define OMP2CL_EIGHTFOLD
#endif

/* In front of a loop of a few iterations whose arrays should become registers. PoCL, which
 * may stand in for a GPU, would take a minute to compile a kernel with many of them. */
#if !OMP2CL_CPU && !defined(POCL_DEVICE_ADDRESS_BITS) && (defined(__clang_major__) || defined(__NV_CL_C_VERSION))
#define OMP2CL_UNROLL _Pragma("unroll")
#else
#define OMP2CL_UNROLL
#endif

/* In front of a loop of a few iterations in vectors that go along short rows. */
#if OMP2CL_CPU && defined(__clang_major__)
#define OMP2CL_FLAT _Pragma("clang loop unroll(full)")
#else
#define OMP2CL_FLAT
#endif

/* Every k-th of the elements from p on, 16 of them: no element behind the last one is
 * touched. */
#define omp2cl_every_2(T, p) ((T)(vload16(0, p).even, vload16(0, (p) + 15).odd))
#define omp2cl_every_3(T, p)                                                   \
    ((T)(vload16(0, p).s0369, vload16(0, p).scf, vload16(0, (p) + 16).s258b,   \
         vload16(0, (p) + 16).se, vload16(0, (p) + 30).s369c, vload16(0, (p) + 30).sf))
#define omp2cl_every_4(T, p)                                                   \
    ((T)(vload16(0, p).s048c, vload16(0, (p) + 16).s048c, vload16(0, (p) + 32).s048c, vload16(0, (p) + 45).s37bf))
#define omp2cl_every_8(T, p)                                                   \
    ((T)(vload16(0, p).s08, vload16(0, (p) + 16).s08, vload16(0, (p) + 32).s08, vload16(0, (p) + 48).s08, \
         vload16(0, (p) + 64).s08, vload16(0, (p) + 80).s08, vload16(0, (p) + 96).s08, vload16(0, (p) + 105).s7f))
#define omp2cl_every(T, k, p)                                                  \
    ((T)((p)[0], (p)[k], (p)[2 * (k)], (p)[3 * (k)], (p)[4 * (k)], (p)[5 * (k)], (p)[6 * (k)], (p)[7 * (k)], \
         (p)[8 * (k)], (p)[9 * (k)], (p)[10 * (k)], (p)[11 * (k)], (p)[12 * (k)], (p)[13 * (k)], (p)[14 * (k)], \
         (p)[15 * (k)]))

/* Vectors: conversion of every element, and the numbers of 16 lanes. */
#if OMP2CL_CPU && defined(__clang_major__)
#define omp2cl_convert(T, v) __builtin_convertvector(v, T)
#else
#define omp2cl_convert(T, v) convert_##T(v)
#endif
#define omp2cl_lane_numbers() ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

/* PoCL 3.1 takes a wrong sine, cosine or tangent of small floats that stand in one
 * vector with large ones, and a wrong power of doubles that stand in one with 0 or with what
 * is not finite. */
#if OMP2CL_CPU
#define OMP2CL_PERIODIC(f)                                                     \
    OMP2CL_OVERLOAD float16 omp2cl_##f(float16 x)                              \
    {                                                                          \
        float each[16];                                                        \
        if (all(fabs(x) < 100.0f))                                             \
            return f(x);                                                       \
        vstore16(x, 0, each);                                                  \
        for (int i = 0; i < 16; i++)                                           \
            each[i] = f(each[i]);                                              \
        return vload16(0, each);                                               \
    }
OMP2CL_PERIODIC(cos)
OMP2CL_PERIODIC(sin)
OMP2CL_PERIODIC(tan)
OMP2CL_OVERLOAD float16 omp2cl_pow(float16 x, float16 y) { return pow(x, y); }
#ifdef OMP2CL_FP64
OMP2CL_OVERLOAD double16 omp2cl_pow(double16 x, double16 y)
{
    double each[16], power[16];
    if (all(isnormal(x)) && all(isfinite(y)))
        return pow(x, y);
    vstore16(x, 0, each);
    vstore16(y, 0, power);
    for (int i = 0; i < 16; i++)
        each[i] = pow(each[i], power[i]);
    return vload16(0, each);
}
OMP2CL_OVERLOAD double16 omp2cl_cos(double16 x) { return cos(x); }
OMP2CL_OVERLOAD double16 omp2cl_sin(double16 x) { return sin(x); }
OMP2CL_OVERLOAD double16 omp2cl_tan(double16 x) { return tan(x); }
#endif
#else
#define omp2cl_cos(x) cos(x)
#define omp2cl_pow(x, y) pow(x, y)
#define omp2cl_sin(x) sin(x)
#define omp2cl_tan(x) tan(x)
#endif

/* 1 / sqrt(x), where both are to be rounded correctly. NVIDIA's compiler makes a branch for
 * unusual values of each; this has none. (On PoCL, which may stand in for a GPU, it can be
 * seen to be right.) */
#if !OMP2CL_CPU && !defined(__FAST_RELAXED_MATH__) && (defined(__NV_CL_C_VERSION) || defined(POCL_DEVICE_ADDRESS_BITS))
#define OMP2CL_INVERTS 1
#endif
#ifdef OMP2CL_INVERTS
/* The same from any r within 3 ulp of it. NVIDIA's rsqrt.approx.f32, which native_rsqrt is
 * there, has a relative error of at most 2 to the power of -22.9, some 2 ulp. Newton's step
 * for the root and its reciprocal together leaves errors of rounding (Markstein,
 * "Computation of elementary functions on the IBM RISC System/6000 processor", 1990); the
 * next one, whose residue is exact, rounds the root correctly, and the last one, with the
 * term of second order, the reciprocal of that. What it cannot get is that of the last
 * number before a power of 2, where one ulp is added. All steps scale with powers of 4 in x
 * as long as no residue underflows, so that two binades are all there is to try:
 * device_test.go does. For 0, infinity, NaN and what is negative, y is NaN, and r right. */
static inline float omp2cl_inverse_root_from(float x, float r)
{
    float s0 = x * r, h0 = 0.5f * r;
    float e = fma(-s0, h0, 0.5f);
    float s1 = fma(s0, e, s0), h = fma(h0, e, h0);
    float s = fma(fma(-s1, s1, x), h, s1);
    float r1 = h + h;
    float d = fma(-s, r1, 1.0f);
    float y = fma(r1, fma(d, d, d), r1);
    uint last = ((as_uint(s) + 1u) & 0x7fffffu) == 0;
    return y == y ? as_float(as_uint(y) + last) : r;
}
/* Residues of small x, which may be denormal, would underflow. */
static inline float omp2cl_inverse_root(float x)
{
    int small = x < 0x1p-100f;
    float scaled = small ? x * 0x1p64f : x;
    float y = omp2cl_inverse_root_from(scaled, native_rsqrt(scaled));
    return small ? y * 0x1p32f : y;
}
#else
#define omp2cl_inverse_root(x) (1.0f / sqrt(x))
#endif

/* How many of n iterations run in whole sets of k lanes: on a CPU alone. */
#if OMP2CL_CPU
#define omp2cl_whole_lanes(n, k) ((n) - (n) % (k))
#else
#define omp2cl_whole_lanes(n, k) ((n) * 0)
#endif

/* How many of n iterations run in whole batches of k, whose loads are under way together:
 * on a GPU alone. */
#if OMP2CL_CPU
#define omp2cl_whole_batches(n, k) ((n) * 0)
#else
#define omp2cl_whole_batches(n, k) ((n) - (n) % (k))
#endif

/* Locks of critical constructs. */
OMP2CL_OVERLOAD int omp2cl_try_lock(volatile __global uint *lock)
{
    int taken = atomic_cmpxchg(lock, 0u, (uint)get_local_id(0) + 1u) == 0u;
    omp2cl_league_fence();
    return taken;
}
/* Whether a work-item has the lock, which it knows. Without this doubt PoCL's compiler
 * believes that all work-items of a group reach a loop in a critical construct together,
 * and puts a barrier into it. */
#if OMP2CL_SHY
#define omp2cl_holds(lock) (*(volatile __global uint *)(lock) == (uint)get_local_id(0) + 1u)
#else
#define omp2cl_holds(lock) 1
#endif
OMP2CL_OVERLOAD void omp2cl_unlock(volatile __global uint *lock)
{
    omp2cl_league_fence();
    atomic_xchg(lock, 0u);
}

/* Compare-and-swap of any scalar: whether *p was old (bit for bit) and is now
 * new. 8- and 16-bit objects are swapped in the 32-bit word around them. */
#define OMP2CL_SWAP_WORD(S, T, W, as_W, swap)                                  \
    OMP2CL_OVERLOAD int omp2cl_compare_swap(volatile S T *p, T old, T new)     \
    {                                                                          \
        return swap((volatile S W *)p, as_W(old), as_W(new)) == as_W(old);     \
    }
#define OMP2CL_SWAP_PART(S, T, U, bits)                                        \
    OMP2CL_OVERLOAD int omp2cl_compare_swap(volatile S T *p, T old, T new)     \
    {                                                                          \
        volatile S uint *word = (volatile S uint *)((ulong)p & ~(ulong)3);     \
        uint shift = (uint)((ulong)p & 3) * 8;                                 \
        uint mask = ((1u << bits) - 1u) << shift;                              \
        uint seen = *word;                                                     \
        while ((seen & mask) >> shift == (uint)(U)old) {                       \
            uint got = atomic_cmpxchg(word, seen, (seen & ~mask) | (uint)(U)new << shift); \
            if (got == seen)                                                   \
                return 1;                                                      \
            seen = got;                                                        \
        }                                                                      \
        return 0;                                                              \
    }
#define OMP2CL_SWAP_PRIVATE(T)                                                 \
    OMP2CL_OVERLOAD int omp2cl_compare_swap(volatile __private T *p, T old, T new) \
    {                                                                          \
        *p = new;                                                              \
        return 1;                                                              \
    }
#define OMP2CL_SWAPS_32(S)                                                     \
    OMP2CL_SWAP_WORD(S, int, uint, as_uint, atomic_cmpxchg)                    \
    OMP2CL_SWAP_WORD(S, uint, uint, as_uint, atomic_cmpxchg)                   \
    OMP2CL_SWAP_WORD(S, float, uint, as_uint, atomic_cmpxchg)                  \
    OMP2CL_SWAP_PART(S, char, uchar, 8)                                        \
    OMP2CL_SWAP_PART(S, uchar, uchar, 8)                                       \
    OMP2CL_SWAP_PART(S, short, ushort, 16)                                     \
    OMP2CL_SWAP_PART(S, ushort, ushort, 16)
OMP2CL_SWAPS_32(__global)
OMP2CL_SWAPS_32(__local)
OMP2CL_SWAP_PRIVATE(char)
OMP2CL_SWAP_PRIVATE(uchar)
OMP2CL_SWAP_PRIVATE(short)
OMP2CL_SWAP_PRIVATE(ushort)
OMP2CL_SWAP_PRIVATE(int)
OMP2CL_SWAP_PRIVATE(uint)
OMP2CL_SWAP_PRIVATE(long)
OMP2CL_SWAP_PRIVATE(ulong)
OMP2CL_SWAP_PRIVATE(float)
#ifdef cl_khr_int64_base_atomics
#define OMP2CL_SWAPS_64(S)                                                     \
    OMP2CL_SWAP_WORD(S, long, ulong, as_ulong, atom_cmpxchg)                   \
    OMP2CL_SWAP_WORD(S, ulong, ulong, as_ulong, atom_cmpxchg)
OMP2CL_SWAPS_64(__global)
OMP2CL_SWAPS_64(__local)
#ifdef OMP2CL_FP64
OMP2CL_SWAP_WORD(__global, double, ulong, as_ulong, atom_cmpxchg)
OMP2CL_SWAP_WORD(__local, double, ulong, as_ulong, atom_cmpxchg)
#endif
#endif
#ifdef OMP2CL_FP64
OMP2CL_SWAP_PRIVATE(double)
#endif

/* Atomic functions: of integers those of the device, where it has them, else by
 * compare-and-swap, as sums of floating point. Private objects have one user only. What
 * NVIDIA's adds to a float in global memory takes subnormal numbers for zero, as in CUDA. */
#define OMP2CL_ATOMIC_NATIVE(S, name, T, native)                               \
    OMP2CL_OVERLOAD T omp2cl_atomic_##name(volatile S T *p, T v) { return native(p, v); }
#define OMP2CL_ATOMIC_SWAP(S, name, T, result)                                 \
    OMP2CL_OVERLOAD T omp2cl_atomic_##name(volatile S T *p, T v)               \
    {                                                                          \
        T old;                                                                 \
        do                                                                     \
            old = *p;                                                          \
        while (!omp2cl_compare_swap(p, old, result));                          \
        return old;                                                            \
    }
#define OMP2CL_ATOMIC_32(S, name, T, result) OMP2CL_ATOMIC_NATIVE(S, name, T, atomic_##name)
#define OMP2CL_ATOMIC_64(S, name, T, result) OMP2CL_ATOMIC_NATIVE(S, name, T, atom_##name)
#define OMP2CL_ATOMIC_PRIVATE(S, name, T, result)                              \
    OMP2CL_OVERLOAD T omp2cl_atomic_##name(volatile S T *p, T v)               \
    {                                                                          \
        T old = *p;                                                            \
        *p = (result);                                                         \
        return old;                                                            \
    }
#define OMP2CL_ATOMIC_SUM(S, T)                                                \
    OMP2CL_ATOMIC_SWAP(S, add, T, old + v)                                     \
    OMP2CL_ATOMIC_SWAP(S, sub, T, old - v)
#define OMP2CL_ATOMICS(S, T, arithmetic, bitwise)                              \
    arithmetic(S, add, T, old + v)                                             \
    arithmetic(S, sub, T, old - v)                                             \
    arithmetic(S, xchg, T, v)                                                  \
    bitwise(S, and, T, old & v)                                                \
    bitwise(S, or, T, old | v)                                                 \
    bitwise(S, xor, T, old ^ v)
#define OMP2CL_ATOMICS_OF(T, arithmetic, bitwise)                              \
    OMP2CL_ATOMICS(__global, T, arithmetic, bitwise)                           \
    OMP2CL_ATOMICS(__local, T, arithmetic, bitwise)
#define OMP2CL_ATOMICS_PRIVATE(T) OMP2CL_ATOMICS(__private, T, OMP2CL_ATOMIC_PRIVATE, OMP2CL_ATOMIC_PRIVATE)
OMP2CL_ATOMICS_OF(int, OMP2CL_ATOMIC_32, OMP2CL_ATOMIC_32)
OMP2CL_ATOMICS_OF(uint, OMP2CL_ATOMIC_32, OMP2CL_ATOMIC_32)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
OMP2CL_ATOMICS_OF(long, OMP2CL_ATOMIC_64, OMP2CL_ATOMIC_64)
OMP2CL_ATOMICS_OF(ulong, OMP2CL_ATOMIC_64, OMP2CL_ATOMIC_64)
#elif defined(cl_khr_int64_base_atomics)
OMP2CL_ATOMICS_OF(long, OMP2CL_ATOMIC_64, OMP2CL_ATOMIC_SWAP)
OMP2CL_ATOMICS_OF(ulong, OMP2CL_ATOMIC_64, OMP2CL_ATOMIC_SWAP)
#endif
OMP2CL_ATOMICS_PRIVATE(int)
OMP2CL_ATOMICS_PRIVATE(uint)
OMP2CL_ATOMICS_PRIVATE(long)
OMP2CL_ATOMICS_PRIVATE(ulong)
#define OMP2CL_ATOMIC_PTX(T, type, letter)                                     \
    OMP2CL_OVERLOAD T omp2cl_atomic_add(volatile __global T *p, T v)           \
    {                                                                          \
        T old;                                                                 \
        __asm__ volatile("atom.global.add." type " %0, [%1], %2;"              \
                         : "=" letter(old) : "l"((ulong)p), letter(v) : "memory"); \
        return old;                                                            \
    }                                                                          \
    OMP2CL_OVERLOAD T omp2cl_atomic_sub(volatile __global T *p, T v) { return omp2cl_atomic_add(p, -v); }
OMP2CL_ATOMIC_SUM(__local, float)
OMP2CL_ATOMIC_SUM(__private, float)
#ifdef __NV_CL_C_VERSION
OMP2CL_ATOMIC_PTX(float, "f32", "f")
#else
OMP2CL_ATOMIC_SUM(__global, float)
#endif
#ifdef OMP2CL_FP64
OMP2CL_ATOMIC_SUM(__private, double)
#endif
#if defined(OMP2CL_FP64) && defined(cl_khr_int64_base_atomics)
OMP2CL_ATOMIC_SUM(__local, double)
#ifdef OMP2CL_SUMS_DOUBLES
OMP2CL_ATOMIC_PTX(double, "f64", "d")
#else
OMP2CL_ATOMIC_SUM(__global, double)
#endif
#endif

/* Bins: atomic updates of an array that a thread or a team gathers in local memory,
 * which a group of one work-item has for itself. On a CPU that is the only one, since
 * bins are updated as plain memory there. So many bins are in use that they are cleared
 * and flushed for at most a quarter of the updates. */
static inline ulong omp2cl_bins_of_one(ulong total, ulong executors, ulong most)
{
    return get_local_size(0) == 1 ? min(most, total / executors / 4) : 0;
}
#if OMP2CL_CPU
#define omp2cl_bins_of_thread(total, executors, most) omp2cl_bins_of_one(total, executors, most)
#define omp2cl_bins_of_team(total, executors, most) omp2cl_bins_of_one(total, executors, most)
#else
static inline ulong omp2cl_bins_of_team(ulong total, ulong executors, ulong most)
{
    ulong pays = (total / executors + (total % executors != 0)) * get_local_size(0) / 4;
    return pays < 64 ? 0 : min(most, pays);
}
#define omp2cl_bins_of_thread(total, executors, most) 0
#endif
#if OMP2CL_CPU
static inline void omp2cl_bin_max(__local uint *p, uint v) { *p = max(*p, v); }
static inline void omp2cl_bin_min(__local uint *p, uint v) { *p = min(*p, v); }
#define OMP2CL_BIN(name, T, op, native)                                        \
    OMP2CL_OVERLOAD void omp2cl_bin_##name(__local T *p, T v) { *p = *p op v; }
#define OMP2CL_BIN_SWAP(name, T, op) OMP2CL_BIN(name, T, op, )
#else
static inline void omp2cl_bin_max(__local uint *p, uint v) { atomic_max((volatile __local uint *)p, v); }
static inline void omp2cl_bin_min(__local uint *p, uint v) { atomic_min((volatile __local uint *)p, v); }
#define OMP2CL_BIN(name, T, op, native)                                        \
    OMP2CL_OVERLOAD void omp2cl_bin_##name(__local T *p, T v) { native((volatile __local T *)p, v); }
#define OMP2CL_BIN_SWAP(name, T, op)                                           \
    OMP2CL_OVERLOAD void omp2cl_bin_##name(__local T *p, T v)                  \
    {                                                                          \
        T old;                                                                 \
        do                                                                     \
            old = *(volatile __local T *)p;                                    \
        while (!omp2cl_compare_swap(p, old, old op v));                        \
    }
#endif
OMP2CL_BIN(add, uint, +, atomic_add)
OMP2CL_BIN(sub, uint, -, atomic_sub)
OMP2CL_BIN(and, uint, &, atomic_and)
OMP2CL_BIN(or, uint, |, atomic_or)
OMP2CL_BIN(xor, uint, ^, atomic_xor)
OMP2CL_BIN_SWAP(add, float, +)
OMP2CL_BIN_SWAP(sub, float, -)
#ifdef cl_khr_int64_base_atomics
OMP2CL_BIN(add, ulong, +, atom_add)
OMP2CL_BIN(sub, ulong, -, atom_sub)
OMP2CL_BIN_SWAP(and, ulong, &)
OMP2CL_BIN_SWAP(or, ulong, |)
OMP2CL_BIN_SWAP(xor, ulong, ^)
#ifdef OMP2CL_FP64
OMP2CL_BIN_SWAP(add, double, +)
OMP2CL_BIN_SWAP(sub, double, -)
#endif
#endif

/* Whether a sum that was gathered from -0.0 on changes what it is added to. */
OMP2CL_OVERLOAD int omp2cl_is_something(float v) { return as_uint(v) != 0x80000000u; }
#ifdef OMP2CL_FP64
OMP2CL_OVERLOAD int omp2cl_is_something(double v) { return as_ulong(v) != 0x8000000000000000ul; }
#endif

/* Static variables live in the arena. */
#define OMP2CL_VAR(T, symbol) (*(__global T *)(omp2cl_ctx.arena + OMP2CL_AT_##symbol))

/* OpenMP's own functions (OpenMP 4.5 §3.2). Regions inside the outermost one have
 * teams of one thread. */
static inline int omp2cl_thread_at(omp2cl_context ctx, int level)
{
    if (level < 0 || level > ctx.level)
        return -1;
    return level == ctx.level ? ctx.thread : level == 1 ? ctx.outer_thread : 0;
}
static inline int omp2cl_threads_at(omp2cl_context ctx, int level)
{
    if (level < 0 || level > ctx.level)
        return -1;
    return level == ctx.level ? ctx.threads : level == 1 ? ctx.outer_threads : 1;
}
#define omp2cl_get_ancestor_thread_num(level) omp2cl_thread_at(omp2cl_ctx, level)
#define omp2cl_get_team_size(level) omp2cl_threads_at(omp2cl_ctx, level)
#define omp2cl_get_active_level() (omp2cl_ctx.level > 0 && omp2cl_threads_at(omp2cl_ctx, 1) > 1)
#define omp2cl_get_num_teams() omp2cl_teams()
#define omp2cl_get_team_num() omp2cl_team()
#define omp2cl_get_num_threads() omp2cl_threads()
#define omp2cl_get_thread_num() omp2cl_thread()
#define omp2cl_get_max_threads() (omp2cl_ctx.level == 0 ? omp2cl_all_threads() : 1)
#define omp2cl_get_thread_limit() omp2cl_all_threads()
#define omp2cl_get_num_procs() omp2cl_all_threads()
#define omp2cl_in_parallel() omp2cl_get_active_level()
#define omp2cl_get_level() (omp2cl_ctx.level)
