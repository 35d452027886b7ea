package frontend

import (
	"math/bits"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// Calls in device code of a function that has variants (OpenMP 5.1 §2.3) are calls of the
// variant that fits best. Its constructs are those around the call; the device is no host.
// The host's calls are for the host compiler to choose.

// findVariants notes for each function the declare variant directives in front of its
// declarations.
func (b *builder) findVariants() {
	b.variants = map[string][]*omp.Variant{}
	ed := b.ast.TranslationUnit
	for _, mk := range b.marked.Marks {
		if mk.Raw.Variant == nil {
			continue
		}
		for ed != nil && (!b.inUserText(ed.ExternalDeclaration) ||
			b.marked.origOffset(ed.ExternalDeclaration.Position().Offset) < mk.Pragma.End) {
			ed = ed.TranslationUnit
		}
		if ed == nil {
			return
		}
		for _, d := range declarators(ed.ExternalDeclaration) {
			b.variants[d.Name()] = append(b.variants[d.Name()], mk.Raw.Variant)
		}
	}
}

// variantOf returns the name of the function that a call of the named one calls.
func (c *conv) variantOf(x cc.Node, name string) string {
	if !c.device || len(c.variants[name]) == 0 {
		return name
	}
	best, most := name, int64(-1)
	for _, v := range c.variants[name] {
		score, fits := c.fits(x, name, v)
		if fits && score > most {
			best, most = v.Name, score
		}
	}
	return best
}

// fits scores a variant for the place of a call (OpenMP 5.1 §2.3.3).
func (c *conv) fits(x cc.Node, name string, v *omp.Variant) (score int64, fits bool) {
	around := c.around
	if c.fn != nil {
		around = append([]string{"target"}, around...)
	}
	left := len(around) // of the constructs that are not matched yet, the inner ones first
	for _, t := range slices.Backward(v.Traits) {
		worth := int64(0)
		is, known := false, true
		switch t.Set {
		case "construct":
			known = slices.Contains([]string{"target", "teams", "parallel", "for"}, t.Name)
			for left--; left >= 0 && around[left] != t.Name; left-- {
			}
			if is = left >= 0; is {
				worth = 1 << left
			}
		case "device":
			is, known = ofDevice(t)
			worth = 1 << (len(around) + bits.Len(uint(slices.Index(deviceTraits, t.Name))))
		case "implementation":
			is, known = t.Name == "vendor" && slices.Equal(t.Args, []string{"gnu"}), t.Name == "vendor"
		case "user":
			is, known = t.Truth()
		default:
			known = false
		}
		if !known {
			c.report(ompir.Errorf(c.pos(x), "unsupported-variant",
				"which variant of '%s' device code calls is not known here: '%s' in the selector of '%s' cannot be told", name, trait(t), v.Name).
				WithNote("call '%s' by its own name, or a function without variants", v.Name))
			return 0, false
		}
		if !is {
			return 0, false
		}
		if t.Scored {
			worth = t.Score
		}
		score += worth
	}
	return score, true
}

// deviceTraits are the traits of devices, those that count more behind the others.
var deviceTraits = []string{"kind", "arch", "isa"}

// ofDevice reports whether all devices that omp2cl translates for have a trait, or none.
func ofDevice(t omp.Trait) (is, known bool) {
	switch t.Name {
	case "arch", "isa":
		return false, true
	case "kind":
		is = true
		for _, kind := range t.Args {
			if kind = strings.Trim(kind, `"`); kind == "host" {
				return false, true
			}
			is = is && (kind == "any" || kind == "nohost")
		}
		return is, is
	}
	return false, false
}

// trait spells a trait.
func trait(t omp.Trait) string {
	if len(t.Args) == 0 {
		return t.Name
	}
	return t.Name + "(" + strings.Join(t.Args, ", ") + ")"
}
