package prove

import (
	"errors"
	"math/big"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// lifting makes polynomials in symbols of numbers that are known for some values of these. The
// samples are the points base + e, for all e of whole numbers that are not negative and whose sum
// is at most degree, and some more points, at which polynomials are checked. Newton, Principia,
// book III, lemma V: with differences, interpolation over such points is exact, and unique.
type lifting struct {
	symbols []variable
	base    []int64
	steps   [][]int64 // the e, in an order in which sums do not decrease
	checks  [][]int64 // the other points
}

// degree is how many symbols a number may be a product of.
const degree = 3

// newLifting is one for symbols, from the values of a base on.
func newLifting(symbols []variable, base []int64) *lifting {
	l := &lifting{symbols: symbols, base: base}
	for sum := 0; sum <= degree && (len(symbols) > 0 || sum == 0); sum++ {
		step := make([]int64, len(symbols))
		l.compose(step, 0, int64(sum))
	}
	for i := range symbols {
		point := slices.Clone(base)
		point[i] += degree + 1
		l.checks = append(l.checks, point)
	}
	if len(symbols) > 0 {
		for step := range int64(2) {
			point := slices.Clone(base)
			for i := range point {
				point[i] += step + 1
			}
			l.checks = append(l.checks, point)
		}
	}
	return l
}

// compose appends the steps whose entries from i on add up to left.
func (l *lifting) compose(step []int64, i int, left int64) {
	if i >= len(step)-1 {
		if len(step) > 0 {
			step[i] = left
		}
		l.steps = append(l.steps, slices.Clone(step))
		return
	}
	for v := range left + 1 {
		step[i] = v
		l.compose(step, i+1, left-v)
	}
}

// samples are the points at which numbers must be known.
func (l *lifting) samples() [][]int64 {
	var out [][]int64
	for _, s := range l.steps {
		point := slices.Clone(l.base)
		for i := range point {
			point[i] += s[i]
		}
		out = append(out, point)
	}
	return append(out, l.checks...)
}

// of is the polynomial that has numbers at the samples.
func (l *lifting) of(numbers []*big.Rat) (poly, error) {
	if !slices.ContainsFunc(numbers, func(v *big.Rat) bool { return v.Cmp(numbers[0]) != 0 }) {
		return constantPoly(numbers[0]), nil
	}
	var p poly
	// In this order each new term is 0 at all steps before its own, and 1 there.
	for k, s := range l.steps {
		miss := newRat(numbers[k])
		miss.Sub(miss, l.value(p, k))
		if miss.Sign() != 0 {
			p = p.add(l.basis(s).scale(miss))
		}
	}
	for k := range numbers {
		if l.value(p, k).Cmp(numbers[k]) != 0 {
			return nil, errors.New("a number of its index level is no polynomial of the extents, of a low degree")
		}
	}
	return p, nil
}

// basis is the product of binomials (x-base over s).
func (l *lifting) basis(s []int64) poly {
	p := number(1)
	for i, n := range s {
		for k := range n {
			p = p.mul(l.symbols[i].poly().plus(-l.base[i] - k)).scale(big.NewRat(1, k+1))
		}
	}
	return p
}

// value is that of p at a sample.
func (l *lifting) value(p poly, sample int) *big.Rat {
	return valueAt(p, l.symbols, l.point(sample))
}

// valueAt is the value of a polynomial where symbols have values.
func valueAt(p poly, symbols []variable, point []int64) *big.Rat {
	sum := new(big.Rat)
	for _, t := range p {
		v := newRat(t.coef)
		for _, m := range t.mono {
			v.Mul(v, big.NewRat(point[slices.Index(symbols, m)], 1))
		}
		sum.Add(sum, v)
	}
	return sum
}

func (l *lifting) point(sample int) []int64 {
	if sample >= len(l.steps) {
		return l.checks[sample-len(l.steps)]
	}
	point := slices.Clone(l.base)
	for i := range point {
		point[i] += l.steps[sample][i]
	}
	return point
}

// form is an index expression as a sum: factors of axes and of values, and of quotients.
type form struct {
	constant   int64
	dims, syms map[int64]int64
	quotients  []divided
}

// divided is a quotient, times a factor.
type divided struct {
	factor, by int64
	of         form
}

func (f *form) add(g form, factor int64) {
	f.constant += factor * g.constant
	for i, v := range g.dims {
		f.dims[i] += factor * v
	}
	for i, v := range g.syms {
		f.syms[i] += factor * v
	}
	for _, q := range g.quotients {
		q.factor *= factor
		f.quotients = append(f.quotients, q)
	}
}

// formOf reads an expression. Remainders are differences of quotients.
func formOf(e *ir.AffineExpr) form {
	f := form{dims: map[int64]int64{}, syms: map[int64]int64{}}
	switch e.Op {
	case ir.AffineConst:
		f.constant = e.Value
	case ir.AffineDim:
		f.dims[e.Value] = 1
	case ir.AffineSym:
		f.syms[e.Value] = 1
	case ir.AffineAdd:
		f.add(formOf(e.LHS), 1)
		f.add(formOf(e.RHS), 1)
	case ir.AffineMul:
		left, right := e.LHS, e.RHS
		if left.Op == ir.AffineConst {
			left, right = right, left
		}
		f.add(formOf(left), right.Value)
	case ir.AffineFloorDiv:
		f.quotients = []divided{{1, e.RHS.Value, formOf(e.LHS)}}
	case ir.AffineCeilDiv:
		minus := form{dims: map[int64]int64{}, syms: map[int64]int64{}}
		minus.add(formOf(e.LHS), -1)
		f.quotients = []divided{{-1, e.RHS.Value, minus}}
	case ir.AffineMod:
		f.add(formOf(e.LHS), 1)
		f.quotients = append(f.quotients, divided{-e.RHS.Value, e.RHS.Value, formOf(e.LHS)})
	}
	return f
}

// expr is an index expression of an op, over axes and values that are index expressions themselves.
func (b *bodyReader) expr(o *ir.Op, of func(*ir.Op) *ir.AffineExpr, values []poly) poly {
	var forms []form
	for _, s := range b.ops[o] {
		forms = append(forms, formOf(of(s)))
	}
	return b.sum(forms, values)
}

// sum lifts one form that the samples have.
func (b *bodyReader) sum(forms []form, values []poly) poly {
	lift := func(of func(f form) int64) poly {
		numbers := make([]int64, len(forms))
		for i, f := range forms {
			numbers[i] = of(f)
		}
		return b.lifted(numbers)
	}
	p := lift(func(f form) int64 { return f.constant })
	for i, e := range b.env {
		p = p.add(lift(func(f form) int64 { return f.dims[int64(i)] }).mul(e))
	}
	for i, e := range values {
		p = p.add(lift(func(f form) int64 { return f.syms[int64(i)] }).mul(e))
	}
	for k := range forms[0].quotients {
		inner := make([]form, len(forms))
		for i, f := range forms {
			if len(f.quotients) != len(forms[0].quotients) {
				b.fail("an index has quotients at some extents only")
				return nil
			}
			inner[i] = f.quotients[k].of
		}
		of := b.sum(inner, values)
		by := lift(func(f form) int64 { return f.quotients[k].by })
		p = p.add(lift(func(f form) int64 { return f.quotients[k].factor }).mul(b.t.quotientOf(of, by)))
	}
	return p
}
