package dynamism

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// refine makes the type of v say what t says, too. Ops that cannot be given that type
// get the old one.
func (s *shapes) refine(v *ir.Value, t *ir.Type) {
	if t == nil {
		return
	}
	old := v.Type()
	if t = merged(s.run.Ctx, old, t); t == old {
		return
	}
	v.SetType(t)
	s.refined++
	s.changed = true
	var uses []*ir.Use
	for u := v.FirstUse(); u != nil; u = u.Next() {
		uses = append(uses, u)
	}
	for _, u := range uses {
		if user := u.Owner(); !s.accepts(user, v) {
			c := cast(s.run.Builder.Before(user), user, v, old)
			s.added[c.Def()] = true
			u.Set(c)
		}
	}
}

// accepts reports whether an op may use v with the type that it has now.
func (s *shapes) accepts(o *ir.Op, v *ir.Value) bool {
	switch p := o.Parent(); {
	case o.Def() == nil || len(o.Successors()) > 0:
		return false
	case s.callee(o) != nil, o.Has(ir.ReturnLike) && p != nil && analysis.IsCallable(p):
		return true // the function follows, or finish adds the cast
	case o.Has(ir.Terminator) && p != nil && p.Def() != nil && p.Def().VerifyRegions != nil:
		return ir.VerifyOp(o) == nil && p.Def().VerifyRegions(p) == nil
	case o.Has(ir.SameTypes) && o.Def().Infer == nil:
		for i := range o.NumOperands() {
			if o.Operand(i).Type() != v.Type() {
				return false
			}
		}
		for i := range o.NumResults() {
			s.refine(o.Result(i), v.Type())
		}
	}
	return ir.VerifyOp(o) == nil
}

// finish gives calls what functions take, and makes them return what they say.
func (s *shapes) finish() {
	ir.Walk(s.run.Op, func(o *ir.Op) ir.WalkAction {
		if fn := s.callee(o); fn != nil {
			s.giveTypes(o, fn.Attr("function_type").Type().Inputs())
		}
		return ir.Advance
	})
	for _, fn := range functions(s.run.Op) {
		for _, end := range returned(fn) {
			s.giveTypes(end, fn.Attr("function_type").Type().Results())
		}
	}
	s.dropCasts()
	s.dropRead()
}

// dropRead removes the ops that have been read and that nobody needs any more, with the ops in
// their regions, and then those that only these needed.
func (s *shapes) dropRead() {
	gone := map[*ir.Op]bool{}
	for len(s.read) > 0 {
		o := s.read[len(s.read)-1]
		s.read = s.read[:len(s.read)-1]
		if gone[o] || o.Block() == nil || o.HasUses() || !s.purity.Pure(o) {
			continue
		}
		ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
			gone[inner] = true
			for i := range inner.NumOperands() {
				if def := inner.Operand(i).Def(); def != nil {
					s.read = append(s.read, def)
				}
			}
			return ir.Advance
		})
		o.Erase()
	}
}

// giveTypes makes the operands of o values of these types.
func (s *shapes) giveTypes(o *ir.Op, types []*ir.Type) {
	for i, t := range types {
		if v := o.Operand(i); v.Type() != t && ir.Compatible(v.Type(), t) {
			o.SetOperand(i, cast(s.run.Builder.Before(o), o, v, t))
		}
	}
}

// dropCasts removes the casts that nobody needs any more.
func (s *shapes) dropCasts() {
	var casts []*ir.Op
	ir.Walk(s.run.Op, func(o *ir.Op) ir.WalkAction {
		if o.Is(tg.Cast) || o.Name() == "tensor.cast" {
			casts = append(casts, o)
		}
		return ir.Advance
	})
	for i := len(casts) - 1; i >= 0; i-- {
		o := casts[i]
		if o.Operand(0).Type() == o.Result(0).Type() {
			o.Result(0).ReplaceAllUsesWith(o.Operand(0))
		}
		if !o.Result(0).HasUses() && s.added[o] || o.Operand(0).Type() == o.Result(0).Type() {
			o.Erase()
		}
	}
}
