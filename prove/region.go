package prove

import (
	"math/big"
	"slices"
	"strings"
)

// fact says of an index expression that it is at least 0, or that it is 0.
type fact struct {
	p  poly
	eq bool
}

func (f fact) key() string {
	if f.eq {
		return "=" + f.p.key()
	}
	return f.p.key()
}

// negation is f denied: one of several facts, of which no two hold at once.
func (f fact) negation() []fact {
	less := fact{p: f.p.neg().plus(-1)}
	if f.eq {
		return []fact{less, {p: f.p.plus(-1)}}
	}
	return []fact{less}
}

// region is a set of points: values of variables for which facts hold.
type region struct {
	t     *table
	facts []fact
	// known are answers that were found.
	known map[string]bool
	equal substitution // once it is asked for
	// orders are what is assumed of elements, cases how often something is.
	orders []order
	cases  int
}

func (r *region) and(facts ...fact) *region {
	return &region{t: r.t, facts: slices.Concat(r.facts, facts), known: map[string]bool{}, orders: r.orders, cases: r.cases}
}

// entails reports whether f is proven to hold at all points.
func (r *region) entails(f fact) bool {
	if c, ok := f.p.constant(); ok {
		return c.Sign() == 0 || !f.eq && c.Sign() > 0
	}
	key := f.key()
	if v, ok := r.known[key]; ok {
		return v
	}
	holds := true
	for _, n := range f.negation() {
		holds = holds && r.and(n).empty()
	}
	r.known[key] = holds
	return holds
}

// excludes reports whether f is proven to hold at no point.
func (r *region) excludes(f fact) bool { return r.and(f).empty() }

// inequality is c[0]*m0 + c[1]*m1 + ... + k >= 0.
type inequality struct {
	c []int64
	k int64
}

const (
	maxInequalities = 1500 // of a system, beyond which it is taken to have points
	maxCoefficient  = 1 << 30
	maxProducts     = 600
)

// empty reports whether the region is proven to have no point: by the elimination of Fourier and
// Motzkin, in which bounds are rounded to whole numbers. Products of variables are variables of
// their own, about which products of facts say something.
func (r *region) empty() bool {
	r.t.work++
	facts := r.t.closure(r.facts)
	columns := map[string]int{}
	var system []inequality
	for _, f := range facts {
		list := []poly{f.p}
		if f.eq {
			list = append(list, f.p.neg())
		}
		for _, p := range list {
			q, fits := inequalityOf(p, columns)
			if !fits {
				return false
			}
			system = append(system, q)
		}
	}
	for i := range system {
		system[i].c = append(system[i].c, make([]int64, len(columns)-len(system[i].c))...)
	}
	return contradicts(system, len(columns))
}

// inequalityOf has a column for each product of variables.
func inequalityOf(p poly, columns map[string]int) (q inequality, fits bool) {
	scale := big.NewInt(1)
	for _, t := range p {
		d := new(big.Int).GCD(nil, nil, scale, t.coef.Denom())
		scale.Div(new(big.Int).Mul(scale, t.coef.Denom()), d)
	}
	for _, t := range p {
		v := new(big.Int).Div(new(big.Int).Mul(t.coef.Num(), scale), t.coef.Denom())
		if !v.IsInt64() || v.CmpAbs(big.NewInt(maxCoefficient)) > 0 {
			return q, false
		}
		if len(t.mono) == 0 {
			q.k = v.Int64()
			continue
		}
		key := (poly{{one, t.mono}}).key()
		at, known := columns[key]
		if !known {
			at = len(columns)
			columns[key] = at
		}
		for len(q.c) <= at {
			q.c = append(q.c, 0)
		}
		q.c[at] = v.Int64()
	}
	return q, true
}

// contradicts eliminates column after column.
func contradicts(system []inequality, columns int) bool {
	left := make([]bool, columns)
	for i := range left {
		left[i] = true
	}
	for {
		var ok bool
		if system, ok = tightened(system); !ok {
			return true
		}
		best, least := -1, 0
		for c := range left {
			if !left[c] {
				continue
			}
			plus, minus := 0, 0
			for _, q := range system {
				switch {
				case q.c[c] > 0:
					plus++
				case q.c[c] < 0:
					minus++
				}
			}
			if cost := plus*minus - plus - minus; best < 0 || cost < least {
				best, least = c, cost
			}
		}
		if best < 0 || len(system)+least > maxInequalities {
			return false
		}
		left[best] = false
		if system, ok = without(system, best); !ok {
			return false
		}
	}
}

// without are the inequalities that follow without a column; ok is false where numbers get large.
func without(system []inequality, c int) (out []inequality, ok bool) {
	for _, p := range system {
		if p.c[c] == 0 {
			out = append(out, p)
		}
		if p.c[c] <= 0 {
			continue
		}
		for _, q := range system {
			if q.c[c] >= 0 {
				continue
			}
			sum := inequality{c: make([]int64, len(p.c))}
			a, b := -q.c[c], p.c[c]
			for i := range sum.c {
				sum.c[i] = a*p.c[i] + b*q.c[i]
			}
			sum.k = a*p.k + b*q.k
			if !sum.reduce() {
				return nil, false
			}
			out = append(out, sum)
		}
	}
	return out, true
}

// reduce divides by the greatest divisor of the factors, and rounds the number that is added.
func (q *inequality) reduce() (fits bool) {
	g := int64(0)
	for _, v := range q.c {
		for v = max(v, -v); v != 0; {
			g, v = v, g%v
		}
	}
	if g > 1 {
		for i := range q.c {
			q.c[i] /= g
		}
		k := q.k / g
		if q.k%g < 0 {
			k--
		}
		q.k = k
	}
	for _, v := range append(q.c, q.k) {
		if max(v, -v) > maxCoefficient {
			return false
		}
	}
	return true
}

// tightened keeps the strongest of inequalities that differ in the number only; ok is false where
// one of them never holds.
func tightened(system []inequality) (out []inequality, ok bool) {
	at := map[string]int{}
	for _, q := range system {
		if !q.reduce() {
			continue // what is left out claims nothing
		}
		if !slices.ContainsFunc(q.c, func(v int64) bool { return v != 0 }) {
			if q.k < 0 {
				return nil, false
			}
			continue
		}
		var key strings.Builder
		for _, v := range q.c {
			key.WriteString(big.NewInt(v).Text(36))
			key.WriteByte(' ')
		}
		if i, known := at[key.String()]; known {
			out[i].k = min(out[i].k, q.k)
			continue
		}
		at[key.String()] = len(out)
		out = append(out, q)
	}
	return out, true
}
