package lower

import ir "omp2cl/ompir"

// A GPU's thread runs gatheredBatch iterations of a loop together where their updates go
// to bins: all loads of the batch are under way before the first update waits for its own.
// Bodies may have batchNodes, and batchSites updates.
const (
	gatheredBatch = 8
	batchNodes    = 160
	batchSites    = 4
)

// batch is a loop whose updates go to bins and which computes nothing else. On a GPU
//
//	for (i...) hist[key[i]] += f(i);
//
// becomes, with the updates as before,
//
//	for (e = 0; e < whole; e += 8) {
//	    for (q...8) at[q] = key[e + q], operand[q] = f(e + q);
//	    for (q...8) hist[at[q]] += operand[q];
//	}
//	for (i = whole...) hist[key[i]] += f(i);
//
// where a CPU, which has no batches, runs four iterations of the last loop without a jump. The iterations are independent, so a program cannot tell that they run step by step,
// and none of them accesses what its own updates change.
type batch struct {
	*gathered
	loop     *ir.Node
	stmts    []*ir.Node
	places   map[*site]*ir.Var // index of each update, for the iterations of a batch
	operands map[*site]*ir.Var
}

// batched returns the loop n with its updates gathered, in batches if it qualifies.
func (l *gathered) batched(n *ir.Node) *ir.Node {
	b := &batch{gathered: l, loop: n, stmts: flattened(nil, n.Kids[3]), places: map[*site]*ir.Var{}, operands: map[*site]*ir.Var{}}
	if !b.qualifies() {
		return l.rewriteKids(n)
	}
	return b.emit()
}

// qualifies reports whether the body consists of updates of bins and of statements that
// change variables of the iteration only.
func (b *batch) qualifies() bool {
	own, sites := declaredIn(b.loop.Kids[3]), 0
	if countNodes(b.loop.Kids[3]) > batchNodes || declaresAggregate(b.loop.Kids[3]) {
		return false
	}
	for i := 0; i < len(b.stmts); i++ {
		if s := b.sites[b.stmts[i]]; s != nil {
			if s.index == nil || !b.computes(s.index, own) || !b.computes(s.held, own) {
				return false
			}
			i += len(s.stmts) - 1
			sites++
		} else if !b.computes(b.stmts[i], own) {
			return false
		}
	}
	return sites > 0 && sites <= batchSites
}

// computes reports whether n has no effect but on variables in own.
func (b *batch) computes(n *ir.Node, own map[*ir.Var]bool) bool {
	return isPlain(n) && !hasLoop(n) && !contains(n, func(x *ir.Node) bool {
		to := assignee(x)
		return b.sites[x] != nil || to != nil && !own[baseOf(to)]
	})
}

// emit returns the loop over batches and the loop over the rest of the iterations.
func (b *batch) emit() *ir.Node {
	b.k.Gathers = b.k.Gathers || b.straight
	k := at(b.loop)
	counter := b.loop.Kids[0].Var
	t := counter.Type
	whole, e := b.m.NewVar("omp2cl_whole", t, ir.StorageLocal), b.m.NewVar("omp2cl_e", t, ir.StorageLocal)
	q := b.m.NewVar("omp2cl_q", t, ir.StorageLocal)
	number := k.decl(counter, k.bin(ir.OpAdd, t, k.ref(e), k.ref(q)))
	stmts := b.arrays(k)
	stmts = append(stmts, b.unrolled(k, q, append([]*ir.Node{number}, b.collected(k.ref(q))...)), b.unrolled(k, q, b.updates(k.ref(q))))
	next := k.advance(k.ref(e), k.num(t, gatheredBatch))
	batches := k.node(ir.OpFor, nil, k.decl(e, k.num(t, 0)), k.cmp(ir.OpLt, k.ref(e), k.ref(whole)), next, k.block(stmts...))
	rest := b.rewriteKids(b.loop)
	rest.Int = ir.Repeated
	rest.Kids[0] = k.decl(counter, k.ref(whole))
	return k.block(k.decl(whole, k.call("omp2cl_whole_batches", t, b.loop.Kids[1].Kids[1], k.num(t, gatheredBatch))), b.m.Clone(batches, nil), rest)
}

// unrolled is the loop over the iterations of a batch. What it declares gets identities
// of its own.
func (b *batch) unrolled(k maker, q *ir.Var, stmts []*ir.Node) *ir.Node {
	loop := k.count(q, k.num(q.Type, 0), k.num(q.Type, gatheredBatch), stmts...)
	loop.Int = ir.Unrolled
	return b.m.Clone(loop, nil)
}

// arrays declares what holds the indices and operands of a batch.
func (b *batch) arrays(k maker) []*ir.Node {
	var out []*ir.Node
	for _, n := range b.stmts {
		if s := b.sites[n]; s != nil {
			b.places[s] = b.m.NewVar("omp2cl_at", ir.ArrayOf(gatheredBatch, ir.TI64), ir.StorageLocal)
			b.operands[s] = b.m.NewVar("omp2cl_operand", ir.ArrayOf(gatheredBatch, s.held.Var.Type), ir.StorageLocal)
			out = append(out, k.decl(b.places[s]), k.decl(b.operands[s]))
		}
	}
	return out
}

// collected are the statements of iteration q of a batch that find its updates.
func (b *batch) collected(q *ir.Node) []*ir.Node {
	var out []*ir.Node
	for i := 0; i < len(b.stmts); i++ {
		s := b.sites[b.stmts[i]]
		if s == nil {
			out = append(out, b.stmts[i])
			continue
		}
		k := at(s.held)
		out = append(out, k.assign(k.index(k.ref(b.places[s]), q), s.index), k.assign(k.index(k.ref(b.operands[s]), q), s.held.Kids[0]))
		i += len(s.stmts) - 1
	}
	return out
}

// updates makes the updates of iteration q of a batch.
func (b *batch) updates(q *ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, n := range b.stmts {
		if s := b.sites[n]; s != nil {
			k := at(s.held)
			held := k.decl(s.held.Var, k.index(k.ref(b.operands[s]), q))
			out = append(out, b.update(s, k.index(k.ref(b.places[s]), q), held)...)
		}
	}
	return out
}
