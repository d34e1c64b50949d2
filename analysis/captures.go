package analysis

import "github.com/tg-opt/tg/ir"

// Captures are the values from outside that the regions of o use, each once, in the order of their
// first use.
func Captures(o *ir.Op) []*ir.Value {
	if o.NumRegions() == 0 || o.Has(ir.IsolatedFromAbove) {
		return nil
	}
	var list []*ir.Value
	var seen map[*ir.Value]bool
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		if inner == o {
			return ir.Advance
		}
		for i := range inner.NumOperands() {
			v := inner.Operand(i)
			if seen[v] || o.IsAncestorOf(v.Block().Parent()) {
				continue
			}
			if seen == nil {
				seen = map[*ir.Value]bool{}
			}
			seen[v] = true
			list = append(list, v)
		}
		return ir.Advance
	})
	return list
}
