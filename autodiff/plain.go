package autodiff

import "github.com/tg-opt/tg/ir"

// plain puts in the place of an op that varies the plainer ones that its rule says it is, and
// returns the first and the last of them. Any other op stays, and is both.
func (m *Maker) plain(o *ir.Op) (first, last *ir.Op) {
	rule, _ := Derivative.Get(o.Def())
	if rule.Plain == nil || m.active.any(o.Results()) == nil {
		return o, o
	}
	before := o.Prev()
	values := rule.Plain(m.e.at(o), o)
	if values == nil {
		return o, o
	}
	if first = o.Block().First(); before != nil {
		first = before.Next()
	}
	v := &varying{varied: m.active, e: m.e}
	for p := first; p != o; p = p.Next() {
		v.op(p)
	}
	for i, r := range o.Results() {
		m.inherit(r, values[i])
	}
	last = o.Prev()
	o.Erase()
	return first, last
}
