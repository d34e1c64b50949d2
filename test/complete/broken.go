package complete

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// damages are what may be wrong with a region, by hands that build programs, by passes, and in
// text that only the general form has.
var damages = []struct {
	name string
	do   func(r *ir.Region)
}{
	{"no block", func(r *ir.Region) {
		for !r.Empty() {
			r.First().Detach()
		}
	}},
	{"blocks without ops", func(r *ir.Region) {
		for b := r.Last(); b != nil; b = b.Prev() {
			for b.Last() != nil {
				dropLast(b)
			}
		}
	}},
	{"no end", func(r *ir.Region) { dropLast(r.Last()) }},
	{"an end without operands", func(r *ir.Region) { r.Last().Last().SetOperands(nil) }},
	{"another argument", func(r *ir.Region) { r.First().AddArg(r.Parent().Context().I64(), r.Parent().Loc()) }},
	{"two blocks", func(r *ir.Region) {
		b := r.First()
		b.SplitBefore(b.Last())
	}},
}

// dropLast erases the last op of a block; nothing behind it reads its results, but other blocks
// may.
func dropLast(b *ir.Block) {
	o := b.Last()
	for _, v := range o.Results() {
		for v.HasUses() {
			v.FirstUse().Owner().SetOperands(nil)
		}
	}
	o.Erase()
}

// broken looks whether the verifier ends with an error, or without, whatever is wrong with the
// regions of the op.
func (p *inspection) broken() {
	for k, o := range p.ops {
		for i := range o.NumRegions() {
			if o.RegionAt(i).Empty() || o.RegionAt(i).First().Last() == nil {
				continue
			}
			for _, d := range damages {
				module, err := p.read(p.def.Example)
				if err != nil {
					return
				}
				var same []*ir.Op
				ir.Walk(module, func(o *ir.Op) ir.WalkAction {
					if o.Is(p.def) {
						same = append(same, o)
					}
					return ir.Advance
				})
				d.do(same[k].RegionAt(i))
				func() {
					defer func() {
						if r := recover(); r != nil {
							p.problem("OpDef.Verify: look at what is there before it is read: with %s in region #%d it panics: %v", d.name, i, r)
						}
					}()
					_ = ir.Verify(module)
				}()
			}
		}
	}
	p.problems = slices.Compact(p.problems)
}
