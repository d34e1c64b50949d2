package prove

import (
	"math/big"
	"slices"
	"strings"
)

// matched is m over the bound axes of to, whose factors it has then; ok is false where no such
// renaming is found. A renaming is a bijection between the points of whole numbers: each axis is a
// sum of axes, with a matrix whose determinant is 1 or -1.
func (p *prover) matched(m, to summand, r *region) (out summand, ok bool) {
	if len(m.factors) != len(to.factors) || len(m.bound) != len(to.bound) {
		return out, false
	}
	tries := 0
	pairs := make([]int, len(m.factors))
	used := make([]bool, len(pairs))
	var place func(i int) bool
	place = func(i int) bool {
		if i == len(pairs) {
			tries++
			out, ok = p.renaming(m, to, pairs, r)
			return ok || tries >= maxTries
		}
		for j, f := range to.factors {
			if used[j] || !m.factors[i].resembles(f) {
				continue
			}
			used[j], pairs[i] = true, j
			if place(i + 1) {
				return true
			}
			used[j] = false
		}
		return false
	}
	place(0)
	return out, ok
}

// maxTries is how many ways to pair factors are looked at.
const maxTries = 120

func (f factor) resembles(g factor) bool {
	return f.inverse == g.inverse && f.n.typ == g.n.typ && f.n.kind == g.n.kind && f.n.op == g.n.op && f.n.tensor == g.n.tensor
}

// renaming finds axes for one way to pair factors, and verifies that these are equal.
func (p *prover) renaming(m, to summand, pairs []int, r *region) (out summand, ok bool) {
	var equations []poly
	for i, j := range pairs {
		equations = equate(m.factors[i].n, to.factors[j].n, equations)
	}
	p.assignments(m, to, equations, func(s substitution) bool {
		if !p.unimodular(m.bound, to.bound, s) {
			return false
		}
		out = p.summandIn(m, s)
		out.bound = to.bound
		inside := r.and(out.domain...)
		for i, j := range pairs {
			if !inside.empty() && !p.equal(out.factors[i].n, to.factors[j].n, inside) {
				return false
			}
		}
		ok = true
		return true
	})
	return out, ok
}

// equate collects differences that must be 0 for nodes to be equal: of the places that they read.
func equate(a, b *node, into []poly) []poly {
	if a.kind != b.kind || a.op != b.op || len(a.args) != len(b.args) || len(a.at) != len(b.at) {
		return into
	}
	if a.kind == read || a.kind == index {
		for i, e := range a.at {
			into = append(into, e.sub(b.at[i]))
		}
	}
	order := []int{0, 1}
	if a.commutes && len(a.args) == 2 && a.args[0].outline() != b.args[0].outline() && a.args[0].outline() == b.args[1].outline() {
		order = []int{1, 0}
	}
	for i, x := range a.args {
		j := i
		if len(a.args) == 2 {
			j = order[i]
		}
		into = equate(x, b.args[j], into)
	}
	return into
}

// outline is what a node is, indices apart.
func (n *node) outline() string {
	var b strings.Builder
	var visit func(n *node)
	visit = func(n *node) {
		b.WriteByte(byte('a' + n.kind))
		b.WriteString(n.op)
		b.WriteString(big.NewInt(int64(n.tensor)).Text(36))
		for _, a := range n.args {
			visit(a)
		}
		b.WriteByte(')')
	}
	visit(n)
	return b.String()
}

// assignments tries what the bound axes of m may be: what equations say, and for those of which
// they say nothing any axes that are left. It ends when try accepts.
func (p *prover) assignments(m, to summand, equations []poly, try func(substitution) bool) {
	s := substitution{}
	for again := true; again; {
		again = false
		for _, e := range equations {
			e = p.in(e, s)
			for _, v := range m.bound {
				c, rest, ok := e.linearIn(v)
				if !ok || s[v] != nil || !c.IsInt() || new(big.Int).Abs(c.Num()).Cmp(big.NewInt(1)) != 0 || p.mentions(rest, m.bound) {
					continue
				}
				if is := rest.scale(newRat(c).Neg(c)); p.isWhole(is) && len(is) > 0 {
					s[v], again = is, true
					break
				}
			}
		}
	}
	var open []variable
	for _, v := range m.bound {
		if s[v] == nil {
			open = append(open, v)
		}
	}
	if len(open) > 4 {
		return
	}
	var left []variable
	for _, v := range to.bound {
		if !slices.ContainsFunc(m.bound, func(w variable) bool { return s[w].uses(v) }) {
			left = append(left, v)
		}
	}
	if len(left) < len(open) {
		return
	}
	var place func(i int) bool
	place = func(i int) bool {
		if i == len(open) {
			return try(s)
		}
		for k, v := range left {
			if v < 0 {
				continue
			}
			left[k] = -1
			s[open[i]] = v.poly()
			if place(i + 1) {
				return true
			}
			left[k] = v
		}
		return false
	}
	place(0)
}

// mentions reports whether p depends on some variables.
func (t *table) mentions(p poly, vars []variable) bool {
	free := map[variable]bool{}
	t.collect(p, free)
	return slices.ContainsFunc(vars, func(v variable) bool { return free[v] })
}

// unimodular reports whether a substitution of axes by sums of others is a bijection of the points
// of whole numbers.
func (t *table) unimodular(from, to []variable, s substitution) bool {
	if len(from) != len(to) {
		return false
	}
	rows := make([][]*big.Rat, len(from))
	for i, v := range from {
		rows[i] = make([]*big.Rat, len(to))
		for j, w := range to {
			rows[i][j] = new(big.Rat)
			c, _, linear := s[v].linearIn(w)
			switch {
			case t.hides(s[v], w) || !linear && s[v].uses(w):
				return false
			case linear:
				rows[i][j] = c
			}
		}
	}
	d := determinant(rows)
	return d.Abs(d).Cmp(one) == 0
}

// determinant eliminates; it changes the rows.
func determinant(rows [][]*big.Rat) *big.Rat {
	d := big.NewRat(1, 1)
	for c := range rows {
		pivot := c
		for pivot < len(rows) && rows[pivot][c].Sign() == 0 {
			pivot++
		}
		if pivot == len(rows) {
			return new(big.Rat)
		}
		if pivot != c {
			rows[c], rows[pivot] = rows[pivot], rows[c]
			d.Neg(d)
		}
		d.Mul(d, rows[c][c])
		for i := c + 1; i < len(rows); i++ {
			f := new(big.Rat).Quo(rows[i][c], rows[c][c])
			for j := c; j < len(rows); j++ {
				rows[i][j] = new(big.Rat).Sub(rows[i][j], new(big.Rat).Mul(f, rows[c][j]))
			}
		}
	}
	return d
}

// summands are for readers.
func (p *prover) summands(list []summand) string {
	var parts []string
	for _, m := range list {
		var b strings.Builder
		b.WriteString("(" + m.coef.text(p.name) + ")")
		for _, f := range m.factors {
			if b.WriteString(" * "); f.inverse {
				b.WriteString("1/")
			}
			b.WriteString(p.text(f.n))
		}
		if len(m.domain) > 0 {
			b.WriteString(" over " + p.facts(m.domain))
		}
		parts = append(parts, b.String())
	}
	return strings.Join(parts, " + ")
}
