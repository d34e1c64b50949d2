package prove

import (
	"math/big"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// summand is a product, summed over the points of a domain: coef times the factors, for all values
// of the bound axes for which the facts hold. An expression of sums and products is a list of
// summands: sums are pulled out, products distributed, and choices are parts of domains. That is
// the normal form of Wang et al., "SPORES: Sum-Product Optimization via Relational Equality
// Saturation for Large Scale Linear Algebra", VLDB 2020, over domains.
type summand struct {
	coef    poly
	bound   []variable
	domain  []fact
	factors []factor
}

// factor is an element, or its inverse.
type factor struct {
	n       *node
	inverse bool
}

// maxSummands is of how many summands an expression may be.
const maxSummands = 300

// ring reports whether n is a sum, a product and the like of elements of a ring.
func (p *prover) ring(n *node) bool {
	if !isNumber(n.typ) && !n.typ.IsComplex() {
		return false
	}
	switch n.kind {
	case call:
		switch n.op {
		case "tg.add", "tg.sub", "tg.neg", "tg.mul":
			return true
		case "tg.div":
			return p.level == overReals && !n.typ.IsInteger() && !n.typ.IsIndex()
		case "tg.convert": // over the reals, floats are not rounded
			return p.level == overReals && n.typ.IsFloat() && n.args[0].typ.IsFloat() && n.attrs == ""
		}
	case constant:
		return len(n.at) > 0 && (p.level == overReals || p.isWhole(n.at[0]))
	case index:
		return true
	case fold:
		return p.sums(n)
	}
	return false
}

// sums reports whether a fold adds up its elements, or products of two.
func (p *prover) sums(n *node) bool {
	if n.op != "" {
		return n.op == "sum" || n.op == te.Dot
	}
	if n.elements != 1 || len(n.args) != 3 {
		return false
	}
	c := n.args[2]
	return c.kind == call && c.op == "tg.add" && c.args[0].kind == argument && c.args[1].kind == argument && c.args[0].result != c.args[1].result
}

// expand makes summands of n, whose free variables have the values of a region.
func (p *prover) expand(n *node, r *region) []summand {
	if n.kind == choice {
		var out []summand
		for _, part := range pieces(n.facts) {
			out = append(out, p.expandWhere(n.args[0], r, part, part.holds)...)
			out = append(out, p.expandWhere(n.args[1], r, part, !part.holds)...)
		}
		return out
	}
	if !p.ring(n) {
		return []summand{{coef: number(1), factors: []factor{{n: n}}}}
	}
	switch n.kind {
	case constant, index:
		return p.expandNumber(n)
	case fold:
		return p.expandFold(n, r)
	}
	left := p.expand(n.args[0], r)
	switch n.op {
	case "tg.convert":
		return left
	case "tg.neg":
		return scaled(left, -1)
	case "tg.add":
		return append(slices.Clip(left), p.expand(n.args[1], r)...)
	case "tg.sub":
		return append(slices.Clip(left), scaled(p.expand(n.args[1], r), -1)...)
	case "tg.div":
		return p.product(left, p.inverse(n.args[1], r))
	}
	return p.product(left, p.expand(n.args[1], r))
}

// piece is where some facts hold, either because all of those of a choice do, or because one does
// not.
type piece struct {
	facts []fact
	holds bool
}

// pieces are parts of all points: where all facts hold, and, apart, where they do not.
func pieces(facts []fact) []piece {
	out := []piece{{facts, true}}
	for i, f := range facts {
		for _, g := range f.negation() {
			out = append(out, piece{append(slices.Clone(facts[:i]), g), false})
		}
	}
	return out
}

func (p *prover) expandWhere(n *node, r *region, part piece, wanted bool) []summand {
	if !wanted {
		return nil
	}
	inside := r.and(part.facts...)
	if inside.empty() {
		return nil
	}
	out := p.expand(inside.simplified(n), inside)
	for i := range out {
		out[i].domain = append(slices.Clip(out[i].domain), part.facts...)
	}
	return out
}

// expandFold is a sum with bound axes of its own.
func (p *prover) expandFold(n *node, r *region) []summand {
	s := substitution{}
	bound := make([]variable, len(n.bound))
	for i, v := range n.bound {
		bound[i] = p.fresh(axis, p.vars[v].name)
		s[v] = bound[i].poly()
	}
	facts := ranges(bound, n.extents)
	inside := r.and(facts...)
	var out []summand
	if !inside.empty() {
		product := p.expand(inside.simplified(p.substituted(n.args[0], s)), inside)
		if n.op == te.Dot {
			product = p.product(product, p.expand(inside.simplified(p.substituted(n.args[1], s)), inside))
		}
		for _, m := range product {
			m.bound = append(slices.Clone(bound), m.bound...)
			m.domain = append(slices.Clone(facts), m.domain...)
			out = append(out, m)
		}
	}
	for _, init := range n.args[n.elements : n.elements+n.inits] {
		out = append(out, p.expand(init, r)...)
	}
	return out
}

func scaled(list []summand, c int64) []summand {
	out := slices.Clone(list)
	for i := range out {
		out[i].coef = out[i].coef.mul(number(c))
	}
	return out
}

// product distributes. Each of the axes that are bound is bound once.
func (p *prover) product(a, b []summand) []summand {
	var out []summand
	for _, x := range a {
		for _, y := range b {
			if len(out) > maxSummands {
				p.budget = -1
				return nil
			}
			y = p.renamed(y)
			out = append(out, summand{
				x.coef.mul(y.coef), slices.Concat(x.bound, y.bound), slices.Concat(x.domain, y.domain), slices.Concat(x.factors, y.factors),
			})
		}
	}
	return out
}

// renamed is m with other bound axes.
func (p *prover) renamed(m summand) summand {
	s := substitution{}
	bound := make([]variable, len(m.bound))
	for i, v := range m.bound {
		bound[i] = p.fresh(axis, p.vars[v].name)
		s[v] = bound[i].poly()
	}
	m = p.summandIn(m, s)
	m.bound = bound
	return m
}

func (p *prover) summandIn(m summand, s substitution) summand {
	out := summand{coef: p.in(m.coef, s), bound: m.bound, domain: p.factsIn(m.domain, s)}
	for _, f := range m.factors {
		out.factors = append(out.factors, factor{p.substituted(f.n, s), f.inverse})
	}
	return out
}

// inverse is 1/n. That of a product is the product of the inverses of its factors; that of a sum is
// one factor.
func (p *prover) inverse(n *node, r *region) []summand {
	whole := summand{coef: number(1), factors: []factor{{n, true}}}
	list := p.expand(n, r)
	if len(list) != 1 || len(list[0].bound) > 0 || len(list[0].domain) > 0 {
		return []summand{whole}
	}
	c, ok := list[0].coef.constant()
	if !ok || c.Sign() == 0 {
		return []summand{whole}
	}
	m := summand{coef: constantPoly(new(big.Rat).Inv(c))}
	for _, f := range list[0].factors {
		m.factors = append(m.factors, factor{f.n, !f.inverse})
	}
	return []summand{m}
}

// equalSums compares by whether the difference is 0.
func (p *prover) equalSums(a, b *node, r *region) bool {
	list := append(p.expand(a, r), scaled(p.expand(b, r), -1)...)
	var parts []summand
	for _, m := range list {
		parts = p.normalised(m, r, parts)
	}
	var classes [][]summand
	for _, m := range parts {
		if p.spent() {
			return false
		}
		m = p.renamed(m)
		found := false
		for i, class := range classes {
			if s, ok := p.matched(m, class[0], r); ok {
				classes[i], found = append(class, s), true
				break
			}
		}
		if !found {
			classes = append(classes, []summand{m})
		}
	}
	for _, class := range classes {
		if !p.cancels(class, r, modulus(a.typ)) {
			return p.refuse("what is left of %s - %s is %s, where %s", p.text(a), p.text(b), p.summands(class), p.facts(r.facts))
		}
	}
	return p.budget >= 0
}

// normalised appends m, or its parts: what equalities say of its axes is used, axes that nothing
// depends on are counted, and conditions in its factors split its domain.
func (p *prover) normalised(m summand, r *region, into []summand) []summand {
	inside := r.and(m.domain...)
	if p.spent() || inside.empty() {
		return into
	}
	solved := substitution{}
	for v, e := range inside.solved() {
		if slices.Contains(m.bound, v) {
			solved[v] = e
		}
	}
	if len(solved) > 0 {
		m = p.summandIn(m, solved)
		m.bound = slices.DeleteFunc(slices.Clone(m.bound), func(v variable) bool { _, gone := solved[v]; return gone })
		inside = r.and(m.domain...)
	}
	m.coef = inside.reduced(m.coef)
	if len(m.coef) == 0 {
		return into
	}
	m.factors = slices.Clone(m.factors)
	for i, f := range m.factors {
		n := inside.simplified(f.n)
		m.factors[i].n = n
		if g, ok := p.undecided(n); ok {
			for _, h := range append(g.negation(), g) {
				part := m
				part.domain = append(slices.Clip(m.domain), h)
				into = p.normalised(part, r, into)
			}
			return into
		}
		if p.ring(n) && (!f.inverse || p.isProduct(n, inside)) {
			rest := m
			rest.factors = slices.Delete(slices.Clone(m.factors), i, i+1)
			more := p.expand(n, inside)
			if f.inverse {
				more = p.inverse(n, inside)
			}
			for _, part := range p.product([]summand{rest}, more) {
				into = p.normalised(part, r, into)
			}
			return into
		}
	}
	return append(into, p.counted(m, r))
}

// isProduct reports whether the inverse of n is a product of others.
func (p *prover) isProduct(n *node, r *region) bool {
	list := p.inverse(n, r)
	return len(list[0].factors) != 1 || list[0].factors[0].n != n
}

// counted drops conditions that follow from others, and bound axes that nothing depends on but how
// many points there are.
func (p *prover) counted(m summand, r *region) summand {
	m.domain = slices.Clone(m.domain)
	for i := len(m.domain) - 1; i >= 0; i-- {
		rest := slices.Delete(slices.Clone(m.domain), i, i+1)
		if r.and(rest...).entails(m.domain[i]) {
			m.domain = rest
		}
	}
	for i := len(m.bound) - 1; i >= 0; i-- {
		v := m.bound[i]
		if p.dependsOn(m, v) {
			continue
		}
		var low, high []poly
		var rest []fact
		simple := true
		for _, f := range m.domain {
			c, q, linear := f.p.linearIn(v)
			free := map[variable]bool{}
			p.collect(f.p, free)
			switch {
			case !free[v]:
				rest = append(rest, f)
			case !linear || f.eq || !c.IsInt() || p.hides(q, v) || !p.isWhole(q):
				simple = false
			case c.Cmp(one) == 0:
				low = append(low, q.neg())
			case newRat(c).Neg(c).Cmp(one) == 0:
				high = append(high, q)
			default:
				simple = false
			}
		}
		if !simple || len(low) != 1 || len(high) != 1 {
			continue
		}
		count := high[0].sub(low[0]).plus(1)
		if !r.and(rest...).entails(fact{p: count}) {
			continue
		}
		m.coef, m.domain = m.coef.mul(count), rest
		m.bound = slices.Delete(slices.Clone(m.bound), i, i+1)
	}
	return m
}

// dependsOn reports whether the value of a point of m depends on an axis.
func (p *prover) dependsOn(m summand, v variable) bool {
	free := map[variable]bool{}
	p.collect(m.coef, free)
	return free[v] || slices.ContainsFunc(m.factors, func(f factor) bool { return f.n.free[v] })
}

// cancels reports whether summands of the same factors over the same axes add up to 0 at all
// points.
func (p *prover) cancels(class []summand, r *region, modulus *big.Int) bool {
	if p.spent() {
		return false
	}
	if r.empty() {
		return true
	}
	var sum poly
	for _, m := range class {
		holds := true
		for _, f := range m.domain {
			if r.entails(f) {
				continue
			}
			if r.excludes(f) {
				holds = false
				break
			}
			for _, g := range append(f.negation(), f) {
				if !p.cancels(class, r.and(g), modulus) {
					return false
				}
			}
			return true
		}
		if holds {
			sum = sum.add(m.coef)
		}
	}
	sum = r.reduced(sum)
	return !slices.ContainsFunc(sum, func(t term) bool {
		return modulus == nil || !t.coef.IsInt() || new(big.Int).Mod(t.coef.Num(), modulus).Sign() != 0
	})
}

// modulus is the number modulo which integers of a type are computed; nil for other types.
func modulus(typ *ir.Type) *big.Int {
	switch {
	case typ.IsBool():
		return nil
	case typ.IsInteger():
		return new(big.Int).Lsh(big.NewInt(1), uint(typ.Width()))
	case typ.IsIndex():
		return new(big.Int).Lsh(big.NewInt(1), 64)
	}
	return nil
}

// expandNumber makes summands of a polynomial: elements in it are factors where they have the type
// of the result, so that they are the same numbers modulo 2^n.
func (p *prover) expandNumber(n *node) []summand {
	var out []summand
	for _, t := range n.at[0] {
		m := summand{coef: constantPoly(t.coef)}
		for _, v := range t.mono {
			if f := p.elementFactor(v, n.typ); f != nil {
				m.factors = append(m.factors, factor{n: f})
			} else {
				m.coef = m.coef.mul(v.poly())
			}
		}
		out = append(out, m)
	}
	return out
}

// elementFactor is the element that a variable is, perhaps clamped; nil for other variables.
func (p *prover) elementFactor(v variable, typ *ir.Type) *node {
	o := p.vars[v]
	if o.sort == element && o.node.typ == typ {
		return o.node
	}
	high, known := o.d.integer()
	if o.sort != clamped || !known || high < 0 || len(o.e) != 1 || o.e[0].coef.Cmp(one) != 0 || len(o.e[0].mono) != 1 {
		return nil
	}
	x := p.elementFactor(o.e[0].mono[0], typ)
	if x == nil || typ.Signedness() == ir.Unsigned || typ.IsInteger() && big.NewInt(high).BitLen() >= typ.Width() {
		return nil
	}
	low := p.call(node{kind: call, typ: typ, op: "tg.max", args: []*node{x, p.zero(typ)}, commutes: true})
	return p.call(node{kind: call, typ: typ, op: "tg.min", args: []*node{low, p.constant(node{kind: constant, typ: typ, at: []poly{o.d}})}, commutes: true})
}
