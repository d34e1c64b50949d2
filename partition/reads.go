package partition

import "github.com/tg-opt/tg/ir"

// Outer lists the values from outside of o that the ops in its regions use, each once, in the order
// of the text.
func Outer(o *ir.Op) []*ir.Value {
	if o.NumRegions() == 0 {
		return nil
	}
	inside, seen := map[*ir.Block]bool{}, map[*ir.Value]bool{}
	var list []*ir.Value
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		for _, r := range p.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				inside[b] = true
			}
		}
		if p == o {
			return ir.Advance
		}
		for _, x := range p.Operands() {
			if !inside[x.Block()] && !seen[x] {
				seen[x] = true
				list = append(list, x)
			}
		}
		return ir.Advance
	})
	return list
}

// Reads are the operands of o and what its regions use from outside.
func Reads(o *ir.Op) []*ir.Value {
	if o.NumRegions() == 0 {
		return o.Operands()
	}
	return append(append([]*ir.Value{}, o.Operands()...), Outer(o)...)
}
