package rtlib

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Unit is the device code and the variables of one translation unit
// (struct omp2cl_unit).
type Unit struct {
	File      string
	Options   string // build options that follow from the host's flags
	Types     string // struct and union definitions, guarded
	Kernels   []Code
	Functions []Code
	Vars      []Var
}

// Code is a kernel or a device function (struct omp2cl_code).
type Code struct {
	Symbol    string
	Prototype string
	Text      string
	Needs     []string // functions by symbol, variables as "@symbol"
}

// Var is a variable with static storage that device code names (struct
// omp2cl_var).
type Var struct {
	Symbol  string // in device text
	Name    string // the user's
	Address uintptr
	Size    uint64 // bytes, 0 = unknown in this unit
	Align   uint64
	Link    bool // declare target link
}

// registry knows the device code of the whole program.
type registry struct {
	mu        sync.Mutex
	units     []*Unit
	functions map[string][]located // by symbol, in the order of registration
	layout    layout
	version   atomic.Uint64            // of layout
	linked    atomic.Pointer[[]*place] // declare target link variables
	variables atomic.Int64             // number of places in layout
}

// links returns the declare target link variables of the program.
func (p *registry) links() []*place {
	if l := p.linked.Load(); l != nil {
		return *l
	}
	return nil
}

// noteLayout makes a changed layout visible to launches; the lock is held.
func (p *registry) noteLayout() {
	var links []*place
	for _, q := range p.layout.order {
		if q.link {
			links = append(links, q)
		}
	}
	p.linked.Store(&links)
	p.variables.Store(int64(len(p.layout.order)))
	p.version.Store(p.layout.version)
}

// located is code and the unit it came from.
type located struct {
	unit *Unit
	code *Code
}

func (p *registry) init() {
	p.functions, p.layout = map[string][]located{}, newLayout()
}

// AddUnit registers a unit.
func (s *Session) AddUnit(u *Unit) {
	s.outdate()
	p := &s.program
	p.mu.Lock()
	defer p.mu.Unlock()
	p.units = append(p.units, u)
	for i := range u.Functions {
		f := &u.Functions[i]
		p.functions[f.Symbol] = append(p.functions[f.Symbol], located{u, f})
	}
	for i := range u.Vars {
		if err := p.layout.add(&u.Vars[i]); err != nil {
			s.fatal(nil, "load everything that uses the variable before the first device construct",
				"%s: %v", u.File, err)
		}
	}
	p.noteLayout()
}

// DropUnit forgets a unit whose object has been unloaded.
func (s *Session) DropUnit(u *Unit) {
	s.disband()
	s.outdate()
	gone := s.program.drop(u)
	for _, d := range s.devices {
		d.forgetUnit(u, gone)
	}
}

// drop removes the unit and returns the addresses of variables that no other
// unit has.
func (p *registry) drop(u *Unit) []uintptr {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.units = slices.DeleteFunc(p.units, func(v *Unit) bool { return v == u })
	for symbol, list := range p.functions {
		list = slices.DeleteFunc(list, func(l located) bool { return l.unit == u })
		if p.functions[symbol] = list; len(list) == 0 {
			delete(p.functions, symbol)
		}
	}
	var gone []uintptr
	for i := range u.Vars {
		if p.layout.remove(&u.Vars[i]) {
			gone = append(gone, u.Vars[i].Address)
		}
	}
	p.noteLayout()
	return gone
}

// function finds a device function for a caller in unit u: the unit's own
// first, then the first one registered.
func (p *registry) function(u *Unit, symbol string) (located, bool) {
	list := p.functions[symbol]
	for _, l := range list {
		if l.unit == u {
			return l, true
		}
	}
	if len(list) == 0 {
		return located{}, false
	}
	return list[0], true
}

// variable finds a variable by its symbol in unit u.
func (u *Unit) variable(symbol string) *Var {
	for i := range u.Vars {
		if u.Vars[i].Symbol == symbol {
			return &u.Vars[i]
		}
	}
	return nil
}

// kernel finds a kernel by its name.
func (u *Unit) kernel(name string) *Code {
	for i := range u.Kernels {
		if u.Kernels[i].Symbol == name {
			return &u.Kernels[i]
		}
	}
	return nil
}
