package prove

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/te"
)

// prover compares the nodes of one table.
type prover struct {
	*table
	budget int // regions that may still be compared
	// why is the first difference that was met.
	why string
	// nested is how many comparisons of parts are under way.
	nested int
}

func (p *prover) refuse(format string, args ...any) bool {
	if p.why == "" {
		p.why = fmt.Sprintf(format, args...)
	}
	return false
}

// spent reports whether the work is more than a proof may take.
func (p *prover) spent() bool {
	p.budget--
	if p.budget < 0 || p.work > maxWork {
		p.why = fmt.Sprintf("it takes more than %d comparisons, or looks at more than %d regions", maxComparisons, maxWork)
		return true
	}
	return false
}

const maxComparisons = 5_000

// equal reports whether a and b are proven to be the same element at all points of a region. Where
// conditions are not decided there, it is split.
func (p *prover) equal(a, b *node, r *region) bool {
	if a == b {
		return true
	}
	if p.spent() {
		return false
	}
	a, b = r.simplified(a), r.simplified(b)
	if a == b {
		return true
	}
	f, ok := p.undecided(a)
	if !ok {
		f, ok = p.undecided(b)
	}
	if !ok {
		return p.same(a, b, r)
	}
	for _, g := range append(f.negation(), f) {
		if part := r.and(g); !part.empty() && !p.equal(a, b, part) {
			return false
		}
	}
	return true
}

// same is equal of nodes without conditions on the variables of the region.
func (p *prover) same(a, b *node, r *region) bool {
	if a.typ != b.typ {
		return p.refuse("elements of '%s' and of '%s' are compared", a.typ, b.typ)
	}
	if p.level > exactly && (p.ring(a) || p.ring(b)) {
		return p.nest(func() bool { return p.equalSums(a, b, r) }) || p.nested == 0 && p.byCases(a, b, r)
	}
	return p.nest(func() bool { return p.alike(a, b, r) }) || p.nested == 0 && p.byCases(a, b, r)
}

// nest does what compares parts of nodes: of these, cases are not distinguished.
func (p *prover) nest(work func() bool) bool {
	p.nested++
	defer func() { p.nested-- }()
	return work()
}

// alike compares nodes by what they consist of.
func (p *prover) alike(a, b *node, r *region) bool {
	if a == b {
		return true
	}
	if a.kind == b.kind && a.typ == b.typ && a.op == b.op && a.attrs == b.attrs && a.result == b.result {
		switch a.kind {
		case call:
			if p.sameCall(a, b, r) {
				return true
			}
		case read:
			if a.tensor == b.tensor && p.sameAt(a.at, b.at, r) {
				return true
			}
		case index:
			if p.sameAt(a.at, b.at, r) {
				return true
			}
		case fold:
			if p.sameFold(a, b, r) {
				return true
			}
		}
	}
	if p.sameBits(a, b) || p.sameLattice(a, b) {
		return true
	}
	return p.refuse("%s is not shown to be %s, where %s", p.text(a), p.text(b), p.facts(r.facts))
}

func (p *prover) sameAt(a, b []poly, r *region) bool {
	return slices.EqualFunc(a, b, func(x, y poly) bool {
		d := r.reduced(x.sub(y))
		return len(d) == 0 || r.entails(fact{d, true})
	})
}

// lattice are ops that are associative, commutative and idempotent, to the bit.
var lattice = []string{"tg.max", "tg.min", "tg.and", "tg.or"}

func (p *prover) sameCall(a, b *node, r *region) bool {
	if slices.Contains(lattice, a.op) && !a.typ.IsComplex() {
		x, y := flattened(a, a.op, nil), flattened(b, a.op, nil)
		return p.covers(x, y, r) && p.covers(y, x, r)
	}
	if len(a.args) != len(b.args) {
		return false
	}
	if p.each(a.args, b.args, r) {
		return true
	}
	return a.commutes && len(a.args) == 2 && p.equal(a.args[0], b.args[1], r) && p.equal(a.args[1], b.args[0], r)
}

func (p *prover) each(a, b []*node, r *region) bool {
	for i := range a {
		if !p.equal(a[i], b[i], r) {
			return false
		}
	}
	return true
}

func flattened(n *node, op string, into []*node) []*node {
	if n.kind == call && n.op == op && n.attrs == "" {
		for _, a := range n.args {
			into = flattened(a, op, into)
		}
		return into
	}
	return append(into, n)
}

// covers reports whether each of y is one of x.
func (p *prover) covers(x, y []*node, r *region) bool {
	return !slices.ContainsFunc(y, func(b *node) bool {
		return !slices.ContainsFunc(x, func(a *node) bool { return p.equal(a, b, r) })
	})
}

// sameFold compares folds over the same elements in the same order, or in any order where that
// makes no difference.
func (p *prover) sameFold(a, b *node, r *region) bool {
	if a.elements != b.elements || a.inits != b.inits || len(a.args) != len(b.args) || !p.each(a.args[a.elements:], b.args[b.elements:], r) {
		return false
	}
	if s, ok := p.inOrder(a, b, r); ok && p.sameElements(a, b, s, r) {
		return true
	}
	if !p.anyOrder(a) || len(a.bound) != len(b.bound) {
		return false
	}
	found := false
	p.orders(a, b, r, func(s substitution) bool {
		found = p.sameElements(a, b, s, r)
		return !found
	})
	return found
}

// sameElements compares the elements of folds at corresponding points.
func (p *prover) sameElements(a, b *node, s substitution, r *region) bool {
	inside := r.and(ranges(b.bound, b.extents)...)
	elements := make([]*node, a.elements)
	for i := range elements {
		elements[i] = p.substituted(a.args[i], s)
	}
	defer func(n int) { p.nested = n }(p.nested)
	p.nested = 0
	if p.each(elements, b.args[:b.elements], inside) {
		return true
	}
	return a.op == te.Dot && p.equal(elements[0], b.args[1], inside) && p.equal(elements[1], b.args[0], inside)
}

// anyOrder reports whether the order of the elements of a fold makes no difference: they are
// extremes, or bits, or numbers that do not round.
func (p *prover) anyOrder(n *node) bool {
	switch n.op {
	case "max", "min":
		return !n.typ.IsComplex()
	case "and", "or", "xor":
		return true
	case "sum", "prod", te.Dot:
		return n.typ.IsInteger() || n.typ.IsIndex() || p.level > exactly
	}
	return false
}

// inOrder says where the axes of a are when it goes over its points as b does.
func (p *prover) inOrder(a, b *node, r *region) (substitution, bool) {
	s := substitution{}
	if len(a.bound) == len(b.bound) && p.sameAt(a.extents, b.extents, r) {
		for i, v := range a.bound {
			s[v] = b.bound[i].poly()
		}
		return s, true
	}
	all, number, count := number(1), poly(nil), constantPoly(one)
	for i, v := range slices.Backward(b.bound) {
		number = number.add(v.poly().mul(count))
		count = count.mul(b.extents[i])
	}
	for i, v := range slices.Backward(a.bound) {
		at := p.quotientOf(number, all)
		all = all.mul(a.extents[i])
		if i > 0 {
			at = at.sub(a.extents[i].mul(p.quotientOf(at, a.extents[i])))
		}
		s[v] = at
	}
	return s, all.equal(count) && len(a.bound) > 0
}

// orders are the ways in which the axes of b can be those of a: in another order, and backwards.
func (p *prover) orders(a, b *node, r *region, try func(substitution) bool) {
	const maxAxes = 4
	if len(a.bound) > maxAxes {
		return
	}
	used := make([]bool, len(b.bound))
	s := substitution{}
	var place func(i int) bool
	place = func(i int) bool {
		if i == len(a.bound) {
			return try(s)
		}
		for j, v := range b.bound {
			if used[j] || !p.sameAt(a.extents[i:i+1], b.extents[j:j+1], r) {
				continue
			}
			used[j] = true
			for _, at := range []poly{v.poly(), b.extents[j].sub(v.poly()).plus(-1)} {
				s[a.bound[i]] = at
				if !place(i + 1) {
					return false
				}
			}
			used[j] = false
		}
		return true
	}
	place(0)
}
