package analysis

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// LoopForm is an operand that an op would rather read in another form, and that is the same in all
// rounds of a loop around the op, though not in every run: a form that is made in one round serves
// the others.
type LoopForm struct {
	Operand int
	// Loop is the outermost loop in which the operand stays what it is.
	Loop *ir.Op
	Form Form
	// Bytes is what the form takes.
	Bytes int
}

// LoopForms are those of an op, which has that storage. An op whose extents only a run knows has
// none.
func LoopForms(o *ir.Op, s Storage) (list []LoopForm) {
	if s.Packs == nil || !StaticShapes(o) {
		return nil
	}
	_, kept := KeptOperands(o)
	wanted := make([]bool, o.NumOperands())
	loops, roots := make([]*ir.Op, len(wanted)), make([]Form, len(wanted))
	found := false
	for i := range wanted {
		if wanted[i] = kept != nil && kept[i]; wanted[i] {
			continue
		}
		root, offset := Origin(o.Operand(i))
		if loops[i] = loopOutside(o, root); loops[i] != nil {
			wanted[i], found, roots[i] = true, true, Form{Argument: root, Offset: offset}
		}
	}
	if !found {
		return nil
	}
	packs := s.Packs(wanted)
	if kept != nil {
		for _, p := range s.Packs(kept) { // what is kept anyway stays so
			if !slices.Contains(packs, p) {
				return nil
			}
		}
	}
	for _, p := range packs {
		if loops[p.Operand] != nil {
			form := roots[p.Operand]
			form.Layout = p.Layout
			list = append(list, LoopForm{p.Operand, loops[p.Operand], form, p.Bytes})
		}
	}
	return list
}

// mostLevels is how many ops around an op are looked at.
const mostLevels = 64

// loopOutside is the outermost loop around o that v is defined outside of, or nil.
func loopOutside(o *ir.Op, v *ir.Value) (loop *ir.Op) {
	home := v.Block()
	if d := v.Def(); d != nil {
		home = d.Block()
	}
	if home == nil {
		return nil
	}
	for range mostLevels {
		if o.Region() == home.Region() {
			return loop
		}
		if o = o.Parent(); o == nil {
			return nil
		}
		if _, loops := Loop.Get(o.Def()); loops {
			loop = o
		}
	}
	return nil
}
