package printer

import "github.com/tg-opt/tg/ir"

// opUsers writes the comment that says who uses the results of o, or which
// number o itself has when it has none.
func (p *printer) opUsers(o *ir.Op) {
	switch {
	case o.NumResults() == 0:
		if o.NumOperands() > 0 {
			p.Str(" // id: ")
			p.userID(o)
		}
		return
	case !o.HasUses():
		p.Str(" // unused")
		return
	}
	ops, results := 0, 0
	seen := map[*ir.Op]bool{}
	for i := range o.NumResults() {
		for u := o.Result(i).FirstUse(); u != nil; u = u.Next() {
			if !seen[u.Owner()] {
				seen[u.Owner()] = true
				ops++
				results += u.Owner().NumResults()
			}
		}
	}
	if o.NumResults() == 1 && ops == 1 && results <= 1 {
		p.Str(" // user: ")
	} else {
		p.Str(" // users: ")
	}
	for i := range o.NumResults() {
		p.comma(i)
		if o.NumResults() == 1 {
			p.valueUsers(o.Result(i))
			continue
		}
		p.Byte('(')
		p.valueUsers(o.Result(i))
		p.Byte(')')
	}
}

func (p *printer) argUsers(a *ir.Value) {
	p.Str("// ")
	p.Operand(a)
	p.Str(" is ")
	if a.HasUses() {
		p.Str("used by ")
	}
	p.valueUsers(a)
}

// valueUsers writes what the users of v are called, each op once.
func (p *printer) valueUsers(v *ir.Value) {
	if !v.HasUses() {
		p.Str("unused")
		return
	}
	seen := map[*ir.Op]bool{}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		if seen[o] {
			continue
		}
		p.comma(len(seen))
		seen[o] = true
		if o.NumResults() == 0 {
			p.userID(o)
		} else {
			p.Operands(o.Results())
		}
	}
}

func (p *printer) userID(o *ir.Op) {
	if id, ok := p.names.ops[o]; ok {
		p.Buf = p.names.appendID(p.Buf, id)
	} else {
		p.Str("<<UNKNOWN OPERATION>>")
	}
}
