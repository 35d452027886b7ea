package lower

import ir "omp2cl/ompir"

// stagesCall is the name of the macro that says whether tiles are staged in local
// memory: on a GPU. Barriers behind it are in no kernel of a CPU, and are reached by
// all work-items of a group equally often: tiles are dealt to teams.
const stagesCall = "omp2cl_stages"

// stagedTile runs the iterations of one tile when the team has loaded what goes across
// it to local memory.
func (t *tiler) stagedTile(r *region) []*ir.Node {
	k := t.k
	tiles, loads := t.localTiles()
	across := *t
	across.rows, across.columns = t.columns, t.rows
	filling := across.lines(&region{row: r.column, column: r.row, height: r.width, width: r.height}, func(x, y *ir.Node) []*ir.Node {
		var fill []*ir.Node
		for i, load := range loads {
			fill = append(fill, k.assign(t.element(tiles[i], y, x), load))
		}
		return fill
	})
	out := []*ir.Node{t.c.m.Clone(k.block(filling...), nil), k.barrier()}
	out = append(out, t.lines(r, func(x, y *ir.Node) []*ir.Node {
		return []*ir.Node{t.c.stmt(replaceStaged(t.body, loads, func(i int) *ir.Node { return t.element(tiles[i], x, y) }), t.md)}
	})...)
	return append(out, k.barrier())
}

// localTiles declares a tile in local memory for each distinct load that is staged.
func (t *tiler) localTiles() (tiles []*ir.Var, loads []*ir.Node) {
	loads = stagedLoads(t.body)
	for _, load := range loads {
		v := t.c.m.NewVar("omp2cl_staged", ir.ArrayOf(stagedRows*stagedSide, load.Type), ir.StorageLocal)
		v.Space = ir.Local
		t.c.k.Locals = append(t.c.k.Locals, v)
		tiles = append(tiles, v)
	}
	return tiles, loads
}

// element is the place in a tile in local memory of a column and row.
func (t *tiler) element(tile *ir.Var, column, row *ir.Node) *ir.Node {
	k, index := t.k, column.Type
	return k.index(k.ref(tile), k.bin(ir.OpAdd, index, k.bin(ir.OpMul, index, column, k.num(index, stagedSide)), row))
}

// stagedLoads returns the distinct loads in n that are staged.
func stagedLoads(n *ir.Node) []*ir.Node {
	var loads []*ir.Node
	ir.Walk(n, func(x *ir.Node) bool {
		if isStaged(x) && indexOfLoad(loads, x.Kids[0]) < 0 {
			loads = append(loads, x.Kids[0])
		}
		return true
	})
	return loads
}

// indexOfLoad returns the position in loads of one that reads the same as n, or -1.
func indexOfLoad(loads []*ir.Node, n *ir.Node) int {
	text := ir.PrintNode(n)
	for i, x := range loads {
		if ir.PrintNode(x) == text {
			return i
		}
	}
	return -1
}

// replaceStaged puts by(i) in the place of each staged load of n that reads as loads[i].
func replaceStaged(n *ir.Node, loads []*ir.Node, by func(i int) *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if isStaged(x) {
			return by(indexOfLoad(loads, x.Kids[0]))
		}
		return x
	})
}
