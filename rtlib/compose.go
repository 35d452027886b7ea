package rtlib

import (
	"fmt"
	"slices"
	"strings"

	"omp2cl/rtlib/device"
)

// source is a device program in the making: kernels of one unit and everything
// they need, from all units.
type source struct {
	registry *registry
	unit     *Unit
	kernels  []*Code
	found    map[string]bool // functions, by symbol
	order    []located       // functions, in the order they were found
	offsets  map[string]uint64
	types    []*Unit
}

func newSource(p *registry, u *Unit) *source {
	return &source{registry: p, unit: u, found: map[string]bool{}, offsets: map[string]uint64{}, types: []*Unit{u}}
}

// compose writes the program of a unit's kernels. only is the one kernel
// wanted, "" for all; a kernel that lacks something is then left out. The
// registry is locked by compose.
func (p *registry) compose(u *Unit, only string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.layout.fixed = true
	s := newSource(p, u)
	for i := range u.Kernels {
		k := &u.Kernels[i]
		if only != "" && k.Symbol != only {
			continue
		}
		probe := newSource(p, u)
		if err := probe.require(u, k, map[string]bool{}); err != nil {
			if only != "" {
				return "", err
			}
			continue
		}
		s.kernels = append(s.kernels, k)
		if err := s.require(u, k, map[string]bool{}); err != nil {
			return "", err
		}
	}
	if len(s.kernels) == 0 {
		return "", fmt.Errorf("%s has no kernel %s", u.File, only)
	}
	return s.text(), nil
}

// mentions reports for each word whether the text of a kernel, or of a function it calls,
// has it.
func (p *registry) mentions(u *Unit, kernel string, words ...string) []bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]bool, len(words))
	k, s := u.kernel(kernel), newSource(p, u)
	if k == nil || s.require(u, k, map[string]bool{}) != nil {
		return out
	}
	for i, word := range words {
		out[i] = strings.Contains(k.Text, word) ||
			slices.ContainsFunc(s.order, func(f located) bool { return strings.Contains(f.code.Text, word) })
	}
	return out
}

// require adds what code of unit u needs, and what that needs in turn.
func (s *source) require(u *Unit, c *Code, above map[string]bool) error {
	for _, need := range c.Needs {
		var err error
		if name, ok := strings.CutPrefix(need, "@"); ok {
			err = s.requireVar(u, c, name)
		} else {
			err = s.requireFunction(u, c, need, above)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *source) requireFunction(u *Unit, caller *Code, symbol string, above map[string]bool) error {
	if above[symbol] {
		return fmt.Errorf("recursion is not possible on a device: '%s' is called by '%s' and calls it", symbol, caller.Symbol)
	}
	if s.found[symbol] {
		return nil
	}
	f, ok := s.registry.function(u, symbol)
	if !ok {
		return fmt.Errorf("no object of the program has device code of function '%s', which '%s' calls; "+
			"compile its file with omp2cl and put it under 'declare target'", symbol, caller.Symbol)
	}
	above[symbol] = true
	defer delete(above, symbol)
	if err := s.require(f.unit, f.code, above); err != nil {
		return err
	}
	s.found[symbol] = true
	s.order = append(s.order, f)
	if !slices.Contains(s.types, f.unit) {
		s.types = append(s.types, f.unit)
	}
	return nil
}

func (s *source) requireVar(u *Unit, user *Code, symbol string) error {
	v := u.variable(symbol)
	if v == nil {
		return fmt.Errorf("BUG: %s does not register variable '%s', which '%s' uses", u.File, symbol, user.Symbol)
	}
	p := s.registry.layout.slots[v.Address]
	if p.size == 0 && !p.link {
		return fmt.Errorf("the size of variable '%s', which '%s' uses, is not known in any object of the program", v.Name, user.Symbol)
	}
	if old, ok := s.offsets[symbol]; ok && old != p.offset {
		return fmt.Errorf("two different variables '%s' are used in one program", symbol)
	}
	s.offsets[symbol] = p.offset
	return nil
}

// text prints the program.
func (s *source) text() string {
	var b strings.Builder
	symbols := make([]string, 0, len(s.offsets))
	for symbol := range s.offsets {
		symbols = append(symbols, symbol)
	}
	slices.Sort(symbols)
	for _, symbol := range symbols {
		fmt.Fprintf(&b, "#define OMP2CL_AT_%s %dL\n", symbol, s.offsets[symbol])
	}
	b.WriteString("#line 1 \"omp2cl prelude\"\n")
	section(&b, device.Prelude)
	if slices.ContainsFunc(s.types, hasComplex) {
		section(&b, device.Complex)
	}
	if s.names(device.LibraryPrefix) {
		section(&b, device.Library)
	}
	if s.names(device.PowerName) {
		section(&b, device.Power)
	}
	for _, u := range s.types {
		section(&b, u.Types)
	}
	for _, f := range s.order {
		section(&b, f.code.Prototype)
	}
	for _, f := range s.order {
		section(&b, f.code.Text)
	}
	for _, k := range s.kernels {
		section(&b, k.Text)
	}
	return b.String()
}

// names reports whether some code has the word in it.
func (s *source) names(word string) bool {
	return slices.ContainsFunc(s.types, func(u *Unit) bool { return strings.Contains(u.Types, word) }) ||
		slices.ContainsFunc(s.order, func(f located) bool { return strings.Contains(f.code.Text, word) }) ||
		slices.ContainsFunc(s.kernels, func(k *Code) bool { return strings.Contains(k.Text, word) })
}

// hasComplex reports whether a unit's device code knows complex numbers.
func hasComplex(u *Unit) bool {
	return slices.ContainsFunc(device.ComplexRecords, func(tag string) bool { return strings.Contains(u.Types, tag) })
}

// section writes text that ends with a new line, if there is any.
func section(b *strings.Builder, text string) {
	b.WriteString(text)
	if text != "" && !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
}
