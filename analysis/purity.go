package analysis

import "github.com/tg-opt/tg/ir"

// Purity answers whether an op has no effect besides its results, so that it
// may be merged with an equal op and removed when unused. Whether it may also
// move is what Speculatable says.
//
// An op with regions that has the trait RecursiveEffects is pure if all ops in
// it are. What is found out about such ops is kept: asking about every op of a
// deep nest costs time linear in its ops. What was impure once stays so in the
// answers, even if its effects have been removed since; forget everything to
// ask anew.
type Purity struct {
	// Call says which calls are pure; nil for none.
	Call func(call *ir.Op) bool

	pure map[*ir.Op]bool // of ops with RecursiveEffects
}

// NewPurity makes an empty analysis.
func NewPurity() *Purity { return &Purity{pure: map[*ir.Op]bool{}} }

// Forget drops all answers.
func (p *Purity) Forget() { clear(p.pure) }

// Pure reports whether o is pure.
func (p *Purity) Pure(o *ir.Op) bool {
	switch {
	case o.Has(ir.Pure | ir.NoMemoryEffect):
		return true
	case !o.Has(ir.RecursiveEffects):
		return p.pureCall(o)
	}
	if pure, ok := p.pure[o]; ok {
		return pure
	}
	p.visit(o)
	return p.pure[o]
}

func (p *Purity) pureCall(o *ir.Op) bool { return p.Call != nil && IsCall(o) && p.Call(o) }

// visit finds out about root and the ops in it that nobody asked about.
func (p *Purity) visit(root *ir.Op) {
	var asked []*ir.Op // each before those inside of it
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if !o.Has(ir.RecursiveEffects) {
			if HasOwnEffects(o) && !p.pureCall(o) {
				p.pure[o.Parent()] = false
			}
			return ir.Skip
		}
		if pure, ok := p.pure[o]; ok && o != root {
			if !pure {
				p.pure[o.Parent()] = false
			}
			return ir.Skip
		}
		asked = append(asked, o)
		return ir.Advance
	})
	for i := len(asked) - 1; i >= 0; i-- {
		o := asked[i]
		pure, known := p.pure[o]
		p.pure[o] = pure || !known
		if !p.pure[o] && o != root {
			p.pure[o.Parent()] = false
		}
	}
}

// HasOwnEffects reports whether o has effects of its own, apart from those
// that the ops in it may have.
func HasOwnEffects(o *ir.Op) bool { return !o.Has(ir.Pure | ir.NoMemoryEffect | ir.RecursiveEffects) }
