package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// call visits a call and returns what its value leads to.
func (p *pointees) call(fr *frame, n *ir.Node) objectSet {
	args := make([]objectSet, len(n.Kids))
	for i, k := range n.Kids {
		args[i] = p.value(fr, k)
		if n.Func != nil && i < len(n.Func.Params) {
			args[i] = asType(args[i], k, n.Func.Params[i].Type)
		}
	}
	switch {
	case n.Func == nil:
		return p.builtin(fr, n, args)
	case n.Func.Body == nil:
		return p.foreign(args)
	}
	return p.userCall(fr, n, args)
}

// userCall analyzes the body of the function called, once in a visit: for this call
// alone unless the function is active already or there are too many calls.
func (p *pointees) userCall(fr *frame, n *ir.Node, args []objectSet) objectSet {
	callee := p.frameOf(fr, n)
	for i, s := range args {
		if i < len(n.Func.Params) {
			p.add(p.variable(callee, n.Func.Params[i]), s)
		}
	}
	if callee.visit != p.visit {
		callee.visit = p.visit
		p.stmt(callee, n.Func.Body)
	}
	return callee.result
}

// frameOf returns the frame for the call n in fr.
func (p *pointees) frameOf(fr *frame, n *ir.Node) *frame {
	if callee := fr.calls[n]; callee != nil {
		return callee
	}
	for up := fr; up != nil; up = up.parent {
		if up.f == n.Func {
			return up
		}
	}
	if p.frames == maxFrames {
		if p.shared[n.Func] == nil {
			p.shared[n.Func] = newFrame(nil, n.Func)
		}
		return p.shared[n.Func]
	}
	p.frames++
	fr.calls[n] = newFrame(fr, n.Func)
	return fr.calls[n]
}

func newFrame(parent *frame, f *ir.Func) *frame {
	return &frame{parent: parent, f: f, vars: map[*ir.Var]int{}, nodes: map[*ir.Node]int{}, calls: map[*ir.Node]*frame{}}
}

// foreign is a call of a function that may do anything: another unit's.
func (p *pointees) foreign(args []objectSet) objectSet {
	out := setOf(elsewhere)
	for _, s := range args {
		out.add(s)
		p.store(s, nil, objectSet{})
	}
	p.written[elsewhere] = true
	return out
}

// libraryWrites are the arguments through which functions without a body here
// write numbers; those with none only read. The names are without "__builtin_".
var libraryWrites = map[string][]int{
	"frexp": {1}, "frexpf": {1}, "modf": {1}, "modff": {1}, "remquo": {2}, "remquof": {2},
	"omp_get_schedule": {0, 1}, "sincos": {1, 2}, "sincosf": {1, 2}, "lgamma_r": {1}, "lgammaf_r": {1},
	"printf": {}, "__printf_chk": {}, "puts": {}, "nan": {}, "nanf": {}, "memcmp": {}, "strlen": {},
	"strcmp": {}, "strncmp": {},
	"__assert_fail": {}, "__assert": {}, "object_size": {},
	"omp2cl_try_lock": {}, "omp2cl_holds": {}, "omp2cl_unlock": {}, "omp2cl_take": {0},
}

// fewestArgs guards the functions whose arguments builtin looks at.
var fewestArgs = map[string]int{"memcpy": 2, "memmove": 2, "__memcpy_chk": 2, "__memmove_chk": 2,
	"memset": 1, "__memset_chk": 1, "frexp": 2, "frexpf": 2, "modf": 2, "modff": 2, "remquo": 3, "remquof": 3,
	"sincos": 3, "sincosf": 3, "lgamma_r": 2, "lgammaf_r": 2, "omp_get_schedule": 2}

// builtin is a call of a library function or of the runtime's device code.
func (p *pointees) builtin(fr *frame, n *ir.Node, args []objectSet) objectSet {
	name := strings.TrimPrefix(n.Str, "__builtin_")
	if len(args) < fewestArgs[name] {
		return p.foreign(args) // codegen refuses it
	}
	switch name {
	case "memcpy", "memmove", "__memcpy_chk", "__memmove_chk":
		p.copyBytes(args[0], args[1])
		return args[0]
	case "memset", "__memset_chk":
		p.store(args[0], nil, objectSet{})
		return args[0]
	case itemAlloc, stackTake, stackAt, stackPush, "omp2cl_team_scratch", "omp2cl_shared_block":
		return setOf(p.literal(fr, n, ir.TI8))
	case "omp2cl_compare_swap":
		p.store(args[0], pointee(n.Kids[0]), args[2])
		return objectSet{}
	}
	if strings.HasPrefix(name, "omp2cl_bin_") {
		p.store(args[0], pointee(n.Kids[0]), args[1])
		return objectSet{}
	}
	if strings.HasPrefix(name, "omp2cl_atomic_") {
		p.store(args[0], pointee(n.Kids[0]), args[1].with(p.anyOffset(p.load(args[0], n.Type))))
		return p.load(args[0], n.Type)
	}
	if written, ok := libraryWrites[name]; ok {
		for _, s := range args {
			p.access(s)
		}
		for _, i := range written {
			p.store(args[i], pointee(n.Kids[i]), objectSet{})
		}
		return objectSet{}
	}
	for _, k := range n.Kids {
		if k.Type.Decay().Kind == ir.Pointer {
			return p.foreign(args)
		}
	}
	return objectSet{}.with(args...)
}

// pointee is the lvalue that the pointer n points to.
func pointee(n *ir.Node) *ir.Node {
	return &ir.Node{Op: ir.OpDeref, Type: n.Type.Decay().Elem, Kids: []*ir.Node{n}, Pos: n.Pos}
}
