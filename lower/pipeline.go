package lower

import (
	"fmt"

	ir "omp2cl/ompir"
)

// Passes is the pipeline, in order.
var Passes = []Pass{
	{Name: "run_tasks", Run: runTasks, Doc: "tasks run where they are created, ordered regions where they stand"},
	{Name: "split_combined", Run: splitCombined, Doc: "combined constructs become nested ones"},
	{Name: "inline_regions", Run: inlineRegions, Doc: "functions with parallel regions take the place of their calls in team code"},
	{Name: "count_threads", Run: countThreads, Doc: "what omp_set_num_threads says becomes num_threads clauses"},
	{Name: "long_reductions", Run: longReductions, Doc: "reductions of arrays of unknown length become arrays of the threads and atomics"},
	{Name: "spread_teams", Run: spreadTeams, Optional: true, Doc: "loops of teams without parallel regions are shared by all work-items"},
	{Name: "outline_targets", Run: outlineTargets, Doc: "target regions become kernels"},
	{Name: "lower_atomics", Run: lowerAtomics, Doc: "atomic constructs become atomic functions and compare-and-swap loops"},
	{Name: "tile_loops", Run: tileLoops, Optional: true, Doc: "collapsed loops that go across memory run in tiles"},
	{Name: "stage_tiles", Run: stageTiles, Optional: true, Doc: "a GPU's teams load what goes across their tiles to local memory"},
	{Name: "block_loops", Run: blockLoops, Optional: true, Doc: "products run in blocks: a GPU's team shares loads, its threads keep several results"},
	{Name: "stage_rows", Run: stageRows, Optional: true, Doc: "a GPU's teams load the rows that their threads go along to local memory"},
	{Name: "stage_ranges", Run: stageRanges, Optional: true, Doc: "a GPU's teams load rows that follow each other to local memory as one range"},
	{Name: "stage_loops", Run: stageLoops, Optional: true, Doc: "a GPU's teams load what inner loops of all threads read to local memory"},
	{Name: "unroll_rows", Run: unrollRows, Optional: true, Doc: "rows of a few iterations in collapsed loops run without counting"},
	{Name: "band_loops", Run: bandLoops, Optional: true, Doc: "a CPU runs several rows of products together, which share what they load"},
	{Name: "replicate_scalars", Run: replicateScalars, Optional: true, Doc: "work-items compute for themselves what team code needs for its control"},
	{Name: "lower_constructs", Run: lowerConstructs, Doc: "all other constructs become loops, barriers and guarded team code"},
	{Name: "drop_barriers", Run: dropBarriers, Optional: true, Doc: "barriers of team code between what does not clash go"},
	{Name: "tidy_blocks", Run: tidyBlocks, Optional: true, Doc: "needless nesting of blocks goes"},
	{Name: "privatize_atomics", Run: privatizeAtomics, Optional: true, Doc: "threads and teams gather atomic updates before they make them"},
	{Name: "bind_data", After: ir.FormOutlined, Run: bindData, Doc: "host variables become parameters, clauses become the runtime's list items"},
	{Name: "flatten_vlas", After: ir.FormOutlined, Run: flattenVLAs, Doc: "variable-length arrays become flat ones"},
	{Name: "lower_bitfields", After: ir.FormOutlined, Run: lowerBitfields, Doc: "bit-fields become shifts and masks"},
	{Name: "split_pointers", After: ir.FormOutlined, Run: splitPointers, Optional: true, Doc: "pointers into different memories become several"},
	{Name: "mark_writes", After: ir.FormOutlined, Run: markWrites, Optional: true, Doc: "what a region leaves unchanged is marked for the runtime"},
	{Name: "restrict_reads", After: ir.FormOutlined, Run: restrictReads, Optional: true, Doc: "a GPU's compiler learns what a region only reads"},
	{Name: "mark_followed", After: ir.FormOutlined, Run: markFollowed, Optional: true, Doc: "regions behind which the host touches nothing that is mapped are marked for the runtime"},
	{Name: "start_reductions", After: ir.FormOutlined, Run: startReductions, Optional: true, Doc: "what reduction items are before comes with the launch, not in front of it"},
	{Name: "square_powers", After: ir.FormOutlined, Run: squarePowers, Optional: true, Doc: "second powers become products"},
	{Name: "choose_values", After: ir.FormOutlined, Run: chooseValues, Optional: true, Doc: "values that are bounded where they are stored are stored once"},
	{Name: "bound_reductions", After: ir.FormOutlined, Run: boundReductions, Optional: true, Doc: "conditional minima and maxima of integers are found in vectors"},
	{Name: "relax_reductions", After: ir.FormOutlined, Run: relaxReductions, Optional: true, Doc: "sums and products of reductions may be reordered"},
	{Name: "form_vectors", After: ir.FormOutlined, Run: formVectors, Optional: true, Doc: "iterations become elements of vectors where functions, uneven loops or subscripts keep a CPU from them"},
	{Name: "vectorize_lanes", After: ir.FormOutlined, Run: vectorizeLanes, Optional: true, Doc: "iterations run side by side where inner loops or reductions keep a CPU from vectors"},
	{Name: "unroll_arrays", After: ir.FormOutlined, Run: unrollArrays, Optional: true, Doc: "loops over small arrays run without counting where a loop around them carries the arrays in registers"},
	{Name: "flatten_loops", After: ir.FormOutlined, Run: flattenLoops, Optional: true, Doc: "a CPU runs loops of a few iterations without counting"},
	{Name: "overlap_loads", After: ir.FormOutlined, Run: overlapLoads, Optional: true, Doc: "a GPU's thread loads several values of a reduction at a time"},
	{Name: "unroll_uneven", After: ir.FormOutlined, Run: unrollUneven, Optional: true, Doc: "a GPU runs four iterations at a time of short loops that data end"},
	{Name: "invert_roots", After: ir.FormOutlined, Run: invertRoots, Optional: true, Doc: "a GPU computes the reciprocal of a root at once"},
	{Name: "widen_subscripts", After: ir.FormOutlined, Run: widenSubscripts, Optional: true, Doc: "a CPU computes the subscripts of loops in 64 bits, as addresses that move along"},
	{Name: "inner_sums", After: ir.FormOutlined, Run: innerSums, Optional: true, Doc: "a CPU's inner loops gather in several vectors, and prefix sums run four iterations without a jump"},
	{Name: "native_atomics", After: ir.FormOutlined, Run: nativeAtomics, Optional: true, Doc: "atomic updates of 64 bits and of floating point use the device's functions"},
	{Name: "specialize_functions", After: ir.FormOutlined, Run: specializeFunctions, Doc: "functions are cloned per address spaces of their pointers"},
	{Name: "infer_spaces", After: ir.FormLowered, Run: inferSpaces, Doc: "pointers get their address spaces"},
}

// Observer sees the module after each pass; a nil Observer is allowed.
type Observer func(p Pass, m *ir.Module)

// Options steer a run of the pipeline.
type Options struct {
	StopAfter string          // name of the last pass to run, "" for all
	Disable   map[string]bool // optional passes to leave out
	After     Observer
}

// Run applies the pipeline to m and verifies the module after every pass. A user's
// mistake comes back as *ir.Diagnostics; a malformed module is a bug of ours.
func Run(m *ir.Module, o Options) error {
	for _, p := range Passes {
		if o.Disable[p.Name] {
			if !p.Optional {
				return fmt.Errorf("pass '%s' cannot be disabled: programs need it", p.Name)
			}
			continue
		}
		if err := p.Run(m); err != nil {
			return err
		}
		if err := ir.Verify(m, p.After); err != nil {
			panic(fmt.Sprintf("BUG: after pass %s: %v", p.Name, err))
		}
		if o.After != nil {
			o.After(p, m)
		}
		if p.Name == o.StopAfter {
			break
		}
	}
	return nil
}
