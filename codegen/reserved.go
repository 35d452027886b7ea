package codegen

import "strings"

// OpenCL C names that a user's identifier must not be, by group. Vector types are
// listed by element and get every width.
const (
	reservedKeywords = `
		auto break case char const continue default do double else enum extern float for goto if
		inline int long register restrict return short signed sizeof static struct switch typedef
		union unsigned void volatile while asm typeof bool true false
		global local private constant generic kernel read_only write_only read_write
		uchar ushort uint ulong half quad pipe complex imaginary size_t ptrdiff_t intptr_t uintptr_t
		image1d_t image1d_array_t image1d_buffer_t image2d_t image2d_array_t image2d_depth_t
		image2d_array_depth_t image2d_msaa_t image2d_array_msaa_t image2d_msaa_depth_t
		image2d_array_msaa_depth_t image3d_t sampler_t event_t queue_t ndrange_t clk_event_t
		reserve_id_t clk_profiling_info cl_mem_fence_flags cl_map_flags
		memory_order memory_scope atomic_int atomic_uint atomic_long atomic_ulong atomic_float
		atomic_double atomic_intptr_t atomic_uintptr_t atomic_size_t atomic_ptrdiff_t atomic_flag
		private_t addr_space event main linux unix i386 this class new`
	reservedVectors = `char uchar short ushort int uint long ulong float double half bool quad`
	reservedMacros  = `
		NULL NAN INFINITY HUGE_VAL HUGE_VALF MAXFLOAT EOF
		FLT_DIG FLT_MANT_DIG FLT_MAX_10_EXP FLT_MAX_EXP FLT_MIN_10_EXP FLT_MIN_EXP FLT_RADIX FLT_MAX
		FLT_MIN FLT_EPSILON DBL_DIG DBL_MANT_DIG DBL_MAX_10_EXP DBL_MAX_EXP DBL_MIN_10_EXP DBL_MIN_EXP
		DBL_RADIX DBL_MAX DBL_MIN DBL_EPSILON HALF_DIG HALF_MANT_DIG HALF_MAX_10_EXP HALF_MAX_EXP
		HALF_MIN_10_EXP HALF_MIN_EXP HALF_RADIX HALF_MAX HALF_MIN HALF_EPSILON FP_ILOGB0 FP_ILOGBNAN
		M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2
		M_E_F M_LOG2E_F M_LOG10E_F M_LN2_F M_LN10_F M_PI_F M_PI_2_F M_PI_4_F M_1_PI_F M_2_PI_F
		M_2_SQRTPI_F M_SQRT2_F M_SQRT1_2_F
		M_E_H M_LOG2E_H M_LOG10E_H M_LN2_H M_LN10_H M_PI_H M_PI_2_H M_PI_4_H M_1_PI_H M_2_PI_H
		M_2_SQRTPI_H M_SQRT2_H M_SQRT1_2_H
		CHAR_BIT SCHAR_MAX SCHAR_MIN CHAR_MAX CHAR_MIN SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX INT_MIN UINT_MAX
		LONG_MAX LONG_MIN ULONG_MAX UCHAR_MAX FP_FAST_FMAF FP_FAST_FMA FP_FAST_FMA_HALF
		kernel_exec ATOMIC_VAR_INIT ATOMIC_FLAG_INIT cl_khr_fp64 cl_khr_fp16`
	reservedBuiltins = `
		get_work_dim get_global_size get_global_id get_local_size get_enqueued_local_size get_local_id
		get_num_groups get_group_id get_global_offset get_global_linear_id get_local_linear_id
		get_sub_group_size get_max_sub_group_size get_num_sub_groups get_enqueued_num_sub_groups
		get_sub_group_id get_sub_group_local_id sub_group_barrier sub_group_all sub_group_any
		sub_group_broadcast sub_group_reduce_add sub_group_reduce_min sub_group_reduce_max
		sub_group_scan_exclusive_add sub_group_scan_exclusive_min sub_group_scan_exclusive_max
		sub_group_scan_inclusive_add sub_group_scan_inclusive_min sub_group_scan_inclusive_max
		work_group_barrier work_group_all work_group_any work_group_broadcast work_group_reduce_add
		work_group_reduce_min work_group_reduce_max work_group_scan_exclusive_add
		work_group_scan_exclusive_min work_group_scan_exclusive_max work_group_scan_inclusive_add
		work_group_scan_inclusive_min work_group_scan_inclusive_max
		acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh
		cospi erf erfc exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb
		ldexp lgamma lgamma_r log log2 log10 log1p logb mad maxmag minmag modf nan nextafter pow pown powr
		remainder remquo rint rootn round rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc
		half_cos half_divide half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_powr
		half_recip half_rsqrt half_sin half_sqrt half_tan native_cos native_divide native_exp native_exp2
		native_exp10 native_log native_log2 native_log10 native_powr native_recip native_rsqrt native_sin
		native_sqrt native_tan
		abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat max min mul_hi rotate sub_sat upsample
		popcount mad24 mul24 degrees mix radians step smoothstep sign cross dot distance length normalize
		fast_distance fast_length fast_normalize
		isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isfinite isinf isnan
		isnormal isordered isunordered signbit any all bitselect select
		vload vload2 vload3 vload4 vload8 vload16 vstore vstore2 vstore3 vstore4 vstore8 vstore16 vec_step
		shuffle shuffle2 barrier mem_fence read_mem_fence write_mem_fence printf prefetch
		async_work_group_copy async_work_group_strided_copy wait_group_events
		atomic_add atomic_sub atomic_xchg atomic_inc atomic_dec atomic_cmpxchg atomic_min atomic_max
		atomic_and atomic_or atomic_xor atom_add atom_sub atom_xchg atom_inc atom_dec atom_cmpxchg atom_min
		atom_max atom_and atom_or atom_xor atomic_init atomic_work_item_fence atomic_store
		atomic_store_explicit atomic_load atomic_load_explicit atomic_exchange atomic_exchange_explicit
		atomic_compare_exchange_strong atomic_compare_exchange_strong_explicit
		atomic_compare_exchange_weak atomic_compare_exchange_weak_explicit atomic_fetch_add
		atomic_fetch_add_explicit atomic_fetch_sub atomic_fetch_sub_explicit atomic_fetch_or
		atomic_fetch_or_explicit atomic_fetch_xor atomic_fetch_xor_explicit atomic_fetch_and
		atomic_fetch_and_explicit atomic_fetch_min atomic_fetch_min_explicit atomic_fetch_max
		atomic_fetch_max_explicit atomic_flag_test_and_set atomic_flag_test_and_set_explicit
		atomic_flag_clear atomic_flag_clear_explicit
		read_imagef read_imagei read_imageui read_imageh write_imagef write_imagei write_imageui
		write_imageh get_image_width get_image_height get_image_depth get_image_dim
		get_image_array_size get_image_channel_data_type get_image_channel_order get_image_num_mip_levels
		get_image_num_samples to_global to_local to_private get_fence enqueue_kernel get_default_queue
		get_kernel_work_group_size get_kernel_preferred_work_group_size_multiple enqueue_marker
		retain_event release_event create_user_event is_valid_event set_user_event_status
		capture_event_profiling_info ndrange_1D ndrange_2D ndrange_3D read_pipe write_pipe
		reserve_read_pipe reserve_write_pipe commit_read_pipe commit_write_pipe is_valid_reserve_id
		work_group_reserve_read_pipe work_group_reserve_write_pipe work_group_commit_read_pipe
		work_group_commit_write_pipe get_pipe_num_packets get_pipe_max_packets
		intel_sub_group_shuffle intel_sub_group_block_read intel_sub_group_block_write`
	reservedPrefixes = `__ omp2cl_ OMP2CL_ CLK_ CL_ cl_ as_ convert_ vload_half vstore_half vloada_half
		vstorea_half memory_order_ memory_scope_ FP_ ocl_ nv_ _pocl_ pocl_ _cl_`
)

// memberKeywords are the words that cannot name a member; builtin functions can.
var memberKeywords, reservedWords = reservedSets()

// reservedSets builds the sets of names that members and other identifiers avoid.
func reservedSets() (members, all map[string]bool) {
	members, all = map[string]bool{}, map[string]bool{}
	for _, w := range strings.Fields(reservedKeywords + " " + reservedMacros) {
		members[w], all[w] = true, true
	}
	for _, t := range strings.Fields(reservedVectors) {
		for _, n := range []string{"2", "3", "4", "8", "16"} {
			members[t+n], all[t+n] = true, true
		}
		for _, n := range []string{"1x1", "2x2", "4x4"} {
			members[t+n], all[t+n] = true, true
		}
	}
	for _, w := range strings.Fields(reservedBuiltins) {
		all[w] = true
	}
	return members, all
}

// hasReservedPrefix reports whether name belongs to the implementation, the
// runtime or a family of builtins.
func hasReservedPrefix(name string) bool {
	for _, p := range strings.Fields(reservedPrefixes) {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
