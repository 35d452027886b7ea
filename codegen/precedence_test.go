package codegen

import (
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"omp2cl/ompir"
)

// tree is a random expression over unsigned long with its value.
type tree struct {
	node  *ompir.Node
	value uint64
}

func flag64(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// binaryValues are the operators that tests use, with their meaning in Go.
var binaryValues = map[ompir.Op]func(x, y uint64) uint64{
	ompir.OpAdd: func(x, y uint64) uint64 { return x + y }, ompir.OpSub: func(x, y uint64) uint64 { return x - y },
	ompir.OpMul: func(x, y uint64) uint64 { return x * y },
	ompir.OpDiv: func(x, y uint64) uint64 { return x / y }, ompir.OpRem: func(x, y uint64) uint64 { return x % y },
	ompir.OpAnd: func(x, y uint64) uint64 { return x & y }, ompir.OpOr: func(x, y uint64) uint64 { return x | y },
	ompir.OpXor: func(x, y uint64) uint64 { return x ^ y },
	ompir.OpShl: func(x, y uint64) uint64 { return x << y }, ompir.OpShr: func(x, y uint64) uint64 { return x >> y },
	ompir.OpLt: func(x, y uint64) uint64 { return flag64(x < y) }, ompir.OpGe: func(x, y uint64) uint64 { return flag64(x >= y) },
	ompir.OpEq: func(x, y uint64) uint64 { return flag64(x == y) }, ompir.OpNe: func(x, y uint64) uint64 { return flag64(x != y) },
	ompir.OpLogAnd: func(x, y uint64) uint64 { return flag64(x != 0 && y != 0) },
	ompir.OpLogOr:  func(x, y uint64) uint64 { return flag64(x != 0 || y != 0) },
	ompir.OpComma:  func(_, y uint64) uint64 { return y },
}

var unaryValues = map[ompir.Op]func(x uint64) uint64{
	ompir.OpNeg: func(x uint64) uint64 { return -x }, ompir.OpCompl: func(x uint64) uint64 { return ^x },
	ompir.OpNot: func(x uint64) uint64 { return flag64(x == 0) }, ompir.OpPlus: func(x uint64) uint64 { return x },
	ompir.OpCast: func(x uint64) uint64 { return x },
}

func expression(op ompir.Op, value uint64, kids ...tree) tree {
	n := &ompir.Node{Op: op, Type: ompir.TU64}
	for _, k := range kids {
		n.Kids = append(n.Kids, k.node)
	}
	return tree{n, value}
}

func constant(v uint64) tree {
	return tree{&ompir.Node{Op: ompir.OpConst, Type: ompir.TU64, Int: int64(v)}, v}
}

// asLong converts a comparison's int, so that every operand is an unsigned long.
func asLong(t tree) tree { return expression(ompir.OpCast, t.value, t) }

func randomTree(r *rand.Rand, depth int) tree {
	if depth == 0 {
		return constant(uint64(r.Intn(100)))
	}
	switch r.Intn(8) {
	case 0:
		ops := []ompir.Op{ompir.OpNeg, ompir.OpCompl, ompir.OpNot, ompir.OpPlus, ompir.OpCast}
		op, x := ops[r.Intn(len(ops))], randomTree(r, depth-1)
		return asLong(expression(op, unaryValues[op](x.value), x))
	case 1:
		c, x, y := randomTree(r, depth-1), randomTree(r, depth-1), randomTree(r, depth-1)
		if c.value != 0 {
			return expression(ompir.OpCond, x.value, c, x, y)
		}
		return expression(ompir.OpCond, y.value, c, x, y)
	}
	ops := []ompir.Op{ompir.OpAdd, ompir.OpSub, ompir.OpMul, ompir.OpDiv, ompir.OpRem, ompir.OpAnd, ompir.OpOr, ompir.OpXor,
		ompir.OpShl, ompir.OpShr, ompir.OpLt, ompir.OpGe, ompir.OpEq, ompir.OpNe, ompir.OpLogAnd, ompir.OpLogOr, ompir.OpComma}
	op, x, y := ops[r.Intn(len(ops))], randomTree(r, depth-1), randomTree(r, depth-1)
	switch op {
	case ompir.OpDiv, ompir.OpRem:
		y = expression(ompir.OpOr, y.value|1, y, constant(1))
	case ompir.OpShl, ompir.OpShr:
		y = expression(ompir.OpRem, y.value%64, y, constant(64))
	}
	out := expression(op, binaryValues[op](x.value, y.value), x, y)
	if p := binaryOps[op].prec; p == precEquality || p == precRelation || p == precLogAnd || p == precLogOr {
		return asLong(out)
	}
	return out
}

// TestPrecedence compiles random expressions as printed and compares their values
// with those of the trees.
func TestPrecedence(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	r := rand.New(rand.NewSource(1))
	p := newPrinter(newUnit(Input{Module: &ompir.Module{}}), hostDialect)
	var want []string
	var b strings.Builder
	b.WriteString("#include <stdio.h>\nint main(void)\n{\n")
	for range 400 {
		e := randomTree(r, 4)
		want = append(want, strconv.FormatUint(e.value, 10))
		b.WriteString("    printf(\"%lu\\n\", " + p.expr(e.node, precAssign) + ");\n")
	}
	b.WriteString("    return 0;\n}\n")
	dir := t.TempDir()
	source, program := filepath.Join(dir, "e.c"), filepath.Join(dir, "e")
	if err := os.WriteFile(source, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for i, got := range strings.Fields(string(out)) {
		if got != want[i] {
			t.Errorf("%s is %s, want %s", strings.TrimSpace(lines[i+3]), got, want[i])
		}
	}
}
