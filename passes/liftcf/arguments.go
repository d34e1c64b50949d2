package liftcf

import "github.com/tg-opt/tg/ir"

// replaceSingleValues replaces arguments of blocks that are always one value, or themselves, as
// those are that a loop hands on. The value is there wherever the argument was: all ways to the
// block that do not come from itself pass its definition.
func replaceSingleValues(r *ir.Region) {
	var open []*ir.Value
	for b := r.First().Next(); b != nil; b = b.Next() {
		open = append(open, b.Args()...)
	}
	for len(open) > 0 {
		x := open[len(open)-1]
		open = open[:len(open)-1]
		v := singleValue(x)
		if v == nil || !x.HasUses() {
			continue
		}
		for u := x.FirstUse(); u != nil; u = u.Next() {
			if to := argumentFor(u); to != nil && to != x {
				open = append(open, to)
			}
		}
		x.ReplaceAllUsesWith(v)
	}
}

// singleValue is the only value besides x that branches pass for x; nil if there are others, or if
// somebody else than a branch of cf passes them.
func singleValue(x *ir.Value) (v *ir.Value) {
	for e := x.Block().FirstEdge(); e != nil; e = e.Next() {
		if !isBranch(e.Op()) {
			return nil
		}
		switch p := e.Values()[x.Index()].Value(); {
		case p == x || p == v:
		case v != nil:
			return nil
		default:
			v = p
		}
	}
	return v
}

// argumentFor is the argument of a block for which a branch passes the value of u; nil if u
// is no such use.
func argumentFor(u *ir.Use) *ir.Value {
	o, at := u.Owner(), u.Index()
	if !isBranch(o) {
		return nil
	}
	for s, to := range o.Successors() {
		if first, count := o.Def().SuccessorOperands(o, s); first <= at && at < first+count {
			return to.Arg(at - first)
		}
	}
	return nil
}

// needed finds the arguments of blocks that something depends on besides arguments that nothing
// depends on. Only these are variables.
func needed(r *ir.Region) map[*ir.Value]bool {
	found := map[*ir.Value]bool{}
	var open []*ir.Value
	need := func(v *ir.Value) {
		if v.IsArg() && !found[v] && v.Block().Region() == r {
			found[v] = true
			open = append(open, v)
		}
	}
	for b := r.First(); b != nil; b = b.Next() {
		for _, a := range b.Args() {
			for u := a.FirstUse(); u != nil; u = u.Next() {
				if argumentFor(u) == nil {
					need(a)
					break
				}
			}
		}
	}
	for len(open) > 0 {
		a := open[len(open)-1]
		open = open[:len(open)-1]
		for e := a.Block().FirstEdge(); e != nil; e = e.Next() {
			if isBranch(e.Op()) {
				need(e.Values()[a.Index()].Value())
			}
		}
	}
	return found
}
