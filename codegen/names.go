package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// userName returns an identifier for the user's name that is free of the target
// language's own: reserved words get an underscore behind them, reserved prefixes
// a "u_" in front. Names that lower made up lose their prefix.
func userName(name string) string {
	name = identifier(strings.TrimPrefix(name, ownPrefix))
	switch {
	case hasReservedPrefix(name):
		return "u_" + name
	case reservedWords[name]:
		return name + "_"
	}
	return name
}

// memberName returns the emitted name of a record's member. Members live in a
// name space of their own, so only keywords and macros are in their way.
func memberName(name string) string {
	name = identifier(name)
	switch {
	case strings.HasPrefix(name, "__") || strings.HasPrefix(name, "CLK_") || strings.HasPrefix(name, "OMP2CL_"):
		return "u_" + name
	case memberKeywords[name]:
		return name + "_"
	}
	return name
}

// identifier replaces the bytes of name that OpenCL C does not take in an
// identifier ($ and non-ASCII letters, and punctuation of file names).
func identifier(name string) string {
	plain := true
	for i := 0; i < len(name); i++ {
		plain = plain && isWordByte(name[i])
	}
	if plain && name != "" && !isDigit(name[0]) {
		return name
	}
	var b strings.Builder
	if name == "" || isDigit(name[0]) {
		b.WriteString("_")
	}
	for i := 0; i < len(name); i++ {
		if isWordByte(name[i]) {
			b.WriteByte(name[i])
		} else {
			b.WriteString("_" + strconv.FormatInt(int64(name[i]), 16))
		}
	}
	return b.String()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool {
	return c == '_' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// scope allocates the names of one function's variables. A name that is visible is
// never given again, so nothing shadows anything; names of closed blocks are free.
type scope struct {
	names  map[*ompir.Var]string
	taken  map[string]bool
	opened [][]string // names to free, by open block
	labels map[string]string
	wanted map[string]bool // names that the user's variables want: not for ours
}

func newScope() *scope {
	return &scope{names: map[*ompir.Var]string{}, taken: map[string]bool{}, labels: map[string]string{},
		opened: [][]string{nil}}
}

func (s *scope) open() { s.opened = append(s.opened, nil) }

func (s *scope) close() {
	last := len(s.opened) - 1
	for _, n := range s.opened[last] {
		delete(s.taken, n)
	}
	s.opened = s.opened[:last]
}

// reserve takes a name as it is, for the rest of the open block.
func (s *scope) reserve(name string) {
	s.taken[name] = true
	last := len(s.opened) - 1
	s.opened[last] = append(s.opened[last], name)
}

// declare gives v a name in the open block.
func (s *scope) declare(v *ompir.Var) string {
	name := s.freshBut(v.Name, strings.HasPrefix(v.Name, ownPrefix))
	s.names[v] = name
	return name
}

// ownPrefix starts the names of variables that lower makes.
const ownPrefix = "omp2cl_"

// prefer keeps the names of the user's variables in body free for them.
func (s *scope) prefer(vars []*ompir.Var) {
	s.wanted = map[string]bool{}
	for _, v := range vars {
		if !strings.HasPrefix(v.Name, ownPrefix) {
			s.wanted[userName(v.Name)] = true
		}
	}
}

// fresh returns a free name like the user's and takes it.
func (s *scope) fresh(want string) string { return s.freshBut(want, true) }

// freshBut returns a free name; with yield, none that a variable of the user's
// wants.
func (s *scope) freshBut(want string, yield bool) string {
	base := userName(want)
	name := base
	for i := 2; s.taken[name] || reservedWords[name] || yield && s.wanted[name]; i++ {
		name = strings.TrimSuffix(base, "_") + "_" + strconv.Itoa(i)
	}
	s.reserve(name)
	return name
}

// of returns the name that v was declared with.
func (s *scope) of(v *ompir.Var) string {
	name, ok := s.names[v]
	if !ok {
		panic("BUG: codegen: variable " + v.Name + "." + strconv.Itoa(v.ID) + " is used where it is not declared")
	}
	return name
}

// label returns the emitted name of a label.
func (s *scope) label(name string) string {
	if l, ok := s.labels[name]; ok {
		return l
	}
	l := userName(name)
	for i := 2; s.isLabel(l); i++ {
		l = userName(name) + strconv.Itoa(i)
	}
	s.labels[name] = l
	return l
}

func (s *scope) isLabel(name string) bool {
	for _, l := range s.labels {
		if l == name {
			return true
		}
	}
	return false
}
