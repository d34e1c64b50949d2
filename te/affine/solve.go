package affine

import (
	"cmp"
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Problem asks for the points v at which expressions have given values: Exprs[j](v) is the target
// i_j. The dimensions of the expressions are the variables v.
type Problem struct {
	Vars    []Range // of the variables
	Syms    []Range // of symbols, which the solution has as well
	Exprs   []*ir.AffineExpr
	Targets []Range // of i_j
}

// Solution says all that Problem asks for. The dimensions of its expressions are the targets, i_0
// and so on, and behind them free variables. For any values of the targets within their ranges, the
// points at which the expressions have these values are those that Vars gives for the free
// variables in their ranges where Guard holds, each point once.
//
// For the derivative of Y[a] = sum over k of X[e(a, k)], Vars of the problem are the axes a and k,
// its targets those of X. The gradient dX[i] is the sum over the free variables of what is read at
// Vars, under Guard. Of X[2*a + k - 1], where k is less than 3, the solution is a free j < 2 with
// k = 2*j + (i + 1) mod 2, a = (i + 1) floordiv 2 - j, and guards that k and a are in range: the
// variable that has few values stays, and of these only every second one is tried.
type Solution struct {
	Space Space            // ranges of targets and free variables, and of symbols
	Free  []Free           // the free variables, in the order of the variables that they stand for
	Vars  []*ir.AffineExpr // each variable of the problem
	Guard Guard            // simplified
}

// Free is a free variable j. It is the variable Var of the problem itself if Step is 1; else that
// is Step*j + r, where r is an expression of the targets and of other free variables. Var is -1 for
// a remainder of a quotient in the problem, which is no variable there.
type Free struct {
	Var  int
	Step int64
}

// maxUnknowns bounds the variables of a problem, with quotients and remainders, and its equations.
const maxUnknowns = 200

// solver solves a Problem.
type solver struct {
	m        *simplifier // of the solution
	in       *simplifier // of the problem
	vars     int         // of the problem; unknowns behind are quotients and remainders
	unknowns []Range
	index    map[*atom]int
	rows     [][]int64 // coefficients of equations
	rhs      []form
	values   []form // of the unknowns
	guard    []constraint
	pivots   []pivot
	free     []Free
}

// pivot is an unknown that decides about a vector of the kernel: the unknown changes by step, and
// by later vectors not at all.
type pivot struct {
	unknown int
	step    int64
	vector  []int64
	dim     int // of the solution; -1 if there is one value
}

// Solve finds the points that a problem asks for. Expressions may have quotients and remainders by
// constants. A variable stays free where its range, or what divisibility leaves of it, is small;
// among equals, the last one. ok is false when an expression is none that Simplify takes,
// multiplies variables with symbols, or a number does not fit.
func Solve(p Problem) (s *Solution, ok bool) {
	if len(p.Vars) > maxUnknowns || len(p.Exprs) > maxUnknowns || len(p.Exprs) != len(p.Targets) {
		return nil, false
	}
	z := &solver{
		m:        newSimplifier(Space{Dims: slices.Clone(p.Targets), Syms: p.Syms}),
		in:       newSimplifier(Space{Dims: p.Vars, Syms: p.Syms}),
		vars:     len(p.Vars),
		unknowns: slices.Clone(p.Vars),
		index:    map[*atom]int{},
	}
	if z.in.space.Empty() {
		return z.none(), true
	}
	if !z.equations(p.Exprs) {
		return nil, false
	}
	h := newHermite(z.rows, len(z.unknowns))
	if !h.ok || !z.particular(h) || !z.choose(h) || !z.general() {
		return nil, false
	}
	return z.solution()
}

// none is the solution that never holds.
func (z *solver) none() *Solution {
	s := &Solution{Space: z.m.space, Guard: Never()}
	for range z.vars {
		s.Vars = append(s.Vars, Const(0))
	}
	return s
}

// equations makes rows of expressions.
func (z *solver) equations(exprs []*ir.AffineExpr) bool {
	for j, e := range exprs {
		f, ok := z.in.form(e)
		if !ok || z.equation(f, z.m.leaf(dimAtom, int64(j))) < 0 {
			return false
		}
	}
	for i, row := range z.rows { // of unknowns that came later
		z.rows[i] = append(row, make([]int64, len(z.unknowns)-len(row))...)
	}
	return len(z.unknowns) <= maxUnknowns && !z.m.failed
}

// equation adds f == rhs. It returns the number of the row, or -1 if that cannot be said.
func (z *solver) equation(f, rhs form) int {
	at := len(z.rows)
	z.rows, z.rhs = append(z.rows, nil), append(z.rhs, form{})
	row := map[int]int64{}
	rhs = z.m.shifted(rhs, -f.c)
	for _, t := range f.terms {
		if t.a.symbolic {
			known, ok := z.m.form(z.in.atomExpr(t.a))
			if !ok {
				return -1
			}
			rhs = z.m.plus(rhs, known, -t.c)
			continue
		}
		i, ok := z.unknown(t.a)
		if !ok {
			return -1
		}
		row[i] = t.c
	}
	z.rows[at], z.rhs[at] = make([]int64, len(z.unknowns)), rhs
	for i, c := range row {
		z.rows[at][i] = c
	}
	if z.in.failed || z.m.failed {
		return -1
	}
	return at
}

// unknown is the number of an atom. A quotient q by n is one of num == n*q + r, with a remainder r.
func (z *solver) unknown(a *atom) (i int, ok bool) {
	if a.kind == dimAtom {
		return int(a.pos), a.pos >= 0 && a.pos < int64(z.vars)
	}
	if i, ok := z.index[a]; ok {
		return i, true
	}
	if a.kind != divAtom || len(z.unknowns)+2 > maxUnknowns {
		return 0, false
	}
	q, r := len(z.unknowns), len(z.unknowns)+1
	z.index[a] = q
	z.unknowns = append(z.unknowns, Unknown, Below(a.n))
	at := z.equation(a.num, form{})
	if at < 0 {
		return 0, false
	}
	z.rows[at][q], z.rows[at][r] = -a.n, -1
	return q, true
}

// particular finds the values of unknowns for which the equations hold where the guard does.
func (z *solver) particular(h *hermite) bool {
	var y []form
	for r := range z.rows {
		f := z.rhs[r]
		for c, v := range y {
			f = z.m.plus(f, v, -h.columns[c].e[r])
		}
		if len(y) == len(h.rows) || h.rows[len(y)] != r { // nothing else has to be 0
			z.guard = append(z.guard, constraint{f, true})
			continue
		}
		n := h.columns[len(y)].e[r]
		q := z.m.div(f, n)
		if n > 1 {
			z.guard = append(z.guard, constraint{z.m.plus(f, q, -n), true})
		}
		y = append(y, q)
	}
	z.values = make([]form, len(z.unknowns))
	for i := range z.unknowns {
		for c, v := range y {
			z.values[i] = z.m.plus(z.values[i], v, h.columns[c].u[i])
		}
	}
	return !z.m.failed
}

// choose finds for each vector of the kernel the unknown that is to decide about it.
func (z *solver) choose(h *hermite) bool {
	for first := len(h.rows); first < len(h.columns); first++ {
		best := pivot{unknown: -1}
		var count int64
		for i, r := range z.unknowns {
			step := int64(0)
			for _, c := range h.columns[first:] {
				step = gcd(step, c.u[i])
			}
			if step == 0 {
				continue
			}
			n := steps(r, step)
			if best.unknown < 0 || cmp.Or(cmp.Compare(n, count), cmp.Compare(flag(i >= z.vars), flag(best.unknown >= z.vars))) <= 0 {
				best, count = pivot{unknown: i, step: step}, n
			}
		}
		h.isolate(first, func(c column) *int64 { return &c.u[best.unknown] })
		if !h.ok {
			return false
		}
		best.vector = h.columns[first].u
		z.pivots = append(z.pivots, best)
	}
	z.dimensions()
	return true
}

// steps is how many numbers a range has, at most, that differ by multiples of step.
func steps(r Range, step int64) int64 {
	n, ok := r.Len()
	if !ok {
		return math.MaxInt64
	}
	return (n-1)/step + 1
}

// dimensions makes free variables, in the order of the unknowns.
func (z *solver) dimensions() {
	order := make([]*pivot, len(z.pivots))
	for i := range order {
		order[i] = &z.pivots[i]
	}
	slices.SortFunc(order, func(a, b *pivot) int { return cmp.Compare(a.unknown, b.unknown) })
	for _, p := range order {
		r := z.unknowns[p.unknown]
		n := steps(r, p.step)
		if n == 1 {
			p.dim = -1
			continue
		}
		if p.step > 1 && r.Lo != math.MinInt64 {
			r = Range{0, n}
		} else if p.step > 1 {
			r = Unknown
		}
		p.dim = len(z.m.space.Dims)
		z.m.space.Dims = append(z.m.space.Dims, r)
		f := Free{p.unknown, p.step}
		if p.unknown >= z.vars {
			f.Var = -1
		}
		z.free = append(z.free, f)
	}
}

// general adds to the values of unknowns what free variables change.
func (z *solver) general() bool {
	for _, p := range z.pivots {
		from := z.unknowns[p.unknown].Lo
		if from == math.MinInt64 {
			from = 0
		}
		value, times := z.values[p.unknown], form{}
		switch {
		case p.dim >= 0:
			times = z.m.leaf(dimAtom, int64(p.dim))
		case p.step == 1:
			times = constant(from)
		}
		if p.step == 1 {
			times = z.m.plus(times, value, -1)
		} else {
			times = z.m.plus(times, z.m.div(z.m.shifted(value, -from), p.step), -1)
		}
		for i, k := range p.vector {
			z.values[i] = z.m.plus(z.values[i], times, k)
		}
	}
	return !z.m.failed
}

// solution is what was found.
func (z *solver) solution() (*Solution, bool) {
	s := &Solution{Space: z.m.space, Free: z.free}
	var guard Guard
	for _, c := range z.guard {
		guard = append(guard, Constraint{z.m.expr(c.f), c.eq})
	}
	for i, f := range z.values {
		e := z.m.expr(f)
		if z.m.failed {
			return nil, false
		}
		if i < z.vars {
			s.Vars = append(s.Vars, e)
		}
		guard = append(guard, Between(e, z.unknowns[i])...)
	}
	var ok bool
	s.Guard, ok = s.Space.SimplifyGuard(guard)
	return s, ok && !z.m.failed
}
