package prove

import "slices"

// partial are ops that are not defined for all numbers.
var partial = []string{
	"tg.div", "tg.rem", "tg.pow", "tg.log", "tg.log2", "tg.log1p", "tg.sqrt", "tg.rsqrt", "tg.asin", "tg.acos", "tg.acosh", "tg.atanh", "tg.tan", "tg.atan2",
	"tg.erf_inv", "tg.lgamma", "tg.digamma", "tg.zeta", "tg.polygamma",
}

// defined reports whether the right side is defined wherever the left side is: it divides by
// nothing by which the left side does not divide, and has no other op that is not defined for all
// numbers unless the left side has the same of the same elements.
func (p *prover) defined(left, right *node, r *region) bool {
	known := p.partials(left, r)
	for _, d := range p.partials(right, r) {
		if !slices.ContainsFunc(known, func(e summand) bool {
			_, ok := p.matched(p.renamed(d), e, r)
			return ok
		}) {
			return p.refuse("the right side needs %s to be defined, or not zero, and the left side does not", p.text(d.factors[0].n))
		}
	}
	return true
}

// partials are the elements below n that are not defined for all numbers, and those by which
// something is divided, over the axes that n binds.
func (p *prover) partials(n *node, r *region) (out []summand) {
	seen := map[*node]bool{}
	var visit func(n *node, bound []variable)
	visit = func(n *node, bound []variable) {
		if seen[n] {
			return
		}
		seen[n] = true
		inner := append(slices.Clip(bound), n.bound...)
		for _, a := range n.args {
			visit(a, inner)
		}
		if n.kind != call || !slices.Contains(partial, n.op) || !n.typ.IsFloat() && !n.typ.IsComplex() {
			return
		}
		list := []*node{n}
		if p.ring(n) {
			list = nil
			for _, m := range p.inverse(n.args[1], r) {
				for _, f := range m.factors {
					list = append(list, f.n)
				}
			}
		}
		for _, m := range list {
			if m.kind == call && m.op == "tg.exp" {
				continue // never zero
			}
			part := summand{coef: number(1), factors: []factor{{n: m}}}
			for _, v := range bound {
				if m.free[v] {
					part.bound = append(part.bound, v)
				}
			}
			out = append(out, part)
		}
	}
	visit(r.simplified(n), nil)
	return out
}
