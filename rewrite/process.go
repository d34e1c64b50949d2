package rewrite

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

func (d *driver) process(o *ir.Op) {
	info := d.info(o)
	if info.removable && !o.HasUses() && (!info.recursive || !d.effects.inside(o)) {
		d.stats.Dead++
		d.did(AppliedDead, o)
		d.erase(o)
		return
	}
	if info.folds && d.fold(o) {
		return
	}
	if len(info.patterns) == 0 {
		return
	}
	have := d.bitsOf(o)
	for i := range info.patterns {
		c := &info.patterns[i]
		if !c.demand.met(have) || !d.mayApply(c.Pattern, o) || !d.try(c.Pattern, o) {
			continue
		}
		d.stats.Rewritten++
		d.did(c.Name, o)
		if d.watch.applied(c.Pattern) {
			d.stats.Cycle = d.watch.cycle
		}
		return
	}
}

// mayApply is a quick look at whether p is worth trying: the pattern of a rule
// may match, a Go pattern has a level that the mode allows for the values of o.
func (d *driver) mayApply(p *Pattern, o *ir.Op) bool {
	switch {
	case p.Matcher != nil:
		return p.Matcher.MayMatch(o)
	case p.Level == Exact:
		return true
	}
	float, other := ElementsOf(o)
	return d.cfg.FP.AllowsOn(p.Level, p.Integers, float, other)
}

func (d *driver) try(p *Pattern, o *ir.Op) bool {
	if d.cfg.Try != nil {
		defer d.cfg.Try(p, o)()
	}
	d.rewriter.Before(o)
	changes, watching := d.changes, d.watch.watching > 0
	if watching {
		d.watch.before(p, o)
	}
	if p.Apply(d.rewriter, o) {
		return true
	}
	if d.changes != changes {
		// What is left behind goes as unused, which is a reason to look at o again:
		// a sweep without end.
		panic(fmt.Sprintf("pattern %s changed the IR around %s and reports that it did not apply", p.Name, o.Name()))
	}
	if watching {
		d.watch.failed()
	}
	return false
}

func (d *driver) did(name string, o *ir.Op) {
	d.applied = true
	if d.cfg.Applied != nil {
		d.cfg.Applied(name, o)
	}
}

// fold asks the op's folder, and moves constants to the right of a commutative
// op that it knows nothing of.
func (d *driver) fold(o *ir.Op) bool {
	d.operands = d.operands[:0]
	constant := false
	for i := range o.NumOperands() {
		a := ir.ConstantValue(o.Operand(i))
		constant = constant || a != nil
		d.operands = append(d.operands, a)
	}
	def := o.Def()
	if def.Fold != nil {
		folded := def.Fold(o, d.operands)
		if ir.IsInPlace(folded) {
			d.stats.Folded++
			d.did(AppliedFold, o)
			d.push(o)
			return true
		}
		if len(folded) == o.NumResults() && len(folded) > 0 && d.replace(o, folded) {
			return true
		}
	}
	if constant && o.Has(ir.Commutative) && d.constantsRight(o) {
		d.stats.Folded++
		d.did(AppliedOrder, o)
		d.push(o)
		return true
	}
	return false
}

// replace puts what a folder found in the place of o. Constants are made in
// front of it; the next sweep finds their place.
func (d *driver) replace(o *ir.Op, folded []ir.Folded) bool {
	d.rewriter.Before(o)
	d.values, d.made = d.values[:0], d.made[:0]
	for i, f := range folded {
		v, t := f.Value, o.Result(i).Type()
		if v == nil && f.Const != nil {
			if c := d.constant(o, f.Const, t); c != nil {
				d.made = append(d.made, c)
				v = c.Result(0)
			}
		}
		if v == nil || v.Type() != t || v.Def() == o { // in a graph, a value may depend on itself
			for _, c := range d.made {
				d.rewriter.EraseOp(c)
			}
			return false
		}
		d.values = append(d.values, v)
	}
	d.stats.Folded++
	d.did(AppliedFold, o)
	d.rewriter.ReplaceOp(o, d.values...)
	return true
}

// constant makes the op for a constant that o was found to be, or returns nil
// when the dialect of o has none.
func (d *driver) constant(o *ir.Op, value *ir.Attr, t *ir.Type) *ir.Op {
	dialect := o.Def().Dialect()
	if dialect.Constant == nil {
		return nil
	}
	return dialect.Constant(d.rewriter.Builder, value, t, o.Loc())
}

// constantsRight moves the constants behind the other operands and reports
// whether any moved.
func (d *driver) constantsRight(o *ir.Op) bool {
	first := 0
	for d.operands[first] == nil {
		first++
	}
	d.values = d.values[:0]
	for i := first; i < len(d.operands); i++ {
		if d.operands[i] == nil {
			d.values = append(d.values, o.Operand(i))
		}
	}
	if len(d.values) == 0 {
		return false
	}
	for i := first; i < len(d.operands); i++ {
		if d.operands[i] != nil {
			d.values = append(d.values, o.Operand(i))
		}
	}
	for i, v := range d.values {
		o.SetOperand(first+i, v)
	}
	return true
}
