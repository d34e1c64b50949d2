package prove

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// variable is a number of a table: an axis, a symbol, or what a table makes of index expressions.
type variable int32

// term is a product of variables, in ascending order, with a factor that is not 0.
type term struct {
	coef *big.Rat
	mono []variable
}

// poly is a polynomial over variables: terms in ascending order of their products, the shortest
// first. The zero polynomial is empty. Polynomials never change.
type poly []term

var one = big.NewRat(1, 1)

func number(v int64) poly { return constantPoly(big.NewRat(v, 1)) }

func constantPoly(v *big.Rat) poly {
	if v.Sign() == 0 {
		return nil
	}
	return poly{{coef: v}}
}

func (v variable) poly() poly { return poly{{one, []variable{v}}} }

func compareMono(a, b []variable) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return slices.Compare(a, b)
}

// normal sorts terms and adds up those of one product.
func normal(terms []term) poly {
	slices.SortStableFunc(terms, func(a, b term) int { return compareMono(a.mono, b.mono) })
	out := terms[:0:0]
	for _, t := range terms {
		if n := len(out); n > 0 && slices.Equal(out[n-1].mono, t.mono) {
			out[n-1].coef = new(big.Rat).Add(out[n-1].coef, t.coef)
		} else {
			out = append(out, t)
		}
	}
	out = slices.DeleteFunc(out, func(t term) bool { return t.coef.Sign() == 0 })
	if len(out) == 0 {
		return nil
	}
	return out
}

func (p poly) add(q poly) poly { return normal(slices.Concat(p, q)) }

func (p poly) sub(q poly) poly { return p.add(q.scale(big.NewRat(-1, 1))) }

func (p poly) plus(v int64) poly { return p.add(number(v)) }

func (p poly) neg() poly { return p.scale(big.NewRat(-1, 1)) }

func (p poly) scale(c *big.Rat) poly {
	if c.Sign() == 0 {
		return nil
	}
	out := make(poly, len(p))
	for i, t := range p {
		out[i] = term{new(big.Rat).Mul(t.coef, c), t.mono}
	}
	return out
}

func (p poly) mul(q poly) poly {
	var terms []term
	for _, a := range p {
		for _, b := range q {
			mono := slices.Concat(a.mono, b.mono)
			slices.Sort(mono)
			terms = append(terms, term{new(big.Rat).Mul(a.coef, b.coef), mono})
		}
	}
	return normal(terms)
}

// constant is the number that p is; ok is false where it is none.
func (p poly) constant() (v *big.Rat, ok bool) {
	switch {
	case len(p) == 0:
		return new(big.Rat), true
	case len(p) == 1 && len(p[0].mono) == 0:
		return p[0].coef, true
	}
	return nil, false
}

// integer is the whole number that p is; ok is false where it is none, or none of 64 bits.
func (p poly) integer() (v int64, ok bool) {
	c, ok := p.constant()
	if !ok || !c.IsInt() || !c.Num().IsInt64() {
		return 0, false
	}
	return c.Num().Int64(), true
}

func (p poly) equal(q poly) bool {
	return slices.EqualFunc(p, q, func(a, b term) bool { return a.coef.Cmp(b.coef) == 0 && slices.Equal(a.mono, b.mono) })
}

// uses reports whether a variable is one of those of p itself: not inside of quotients.
func (p poly) uses(v variable) bool {
	return slices.ContainsFunc(p, func(t term) bool { return slices.Contains(t.mono, v) })
}

// linearIn splits p into c*v + rest, for a number c that is not 0; ok is false where v occurs in a
// product, or not at all.
func (p poly) linearIn(v variable) (c *big.Rat, rest poly, ok bool) {
	for _, t := range p {
		switch {
		case len(t.mono) == 1 && t.mono[0] == v:
			c = t.coef
		case slices.Contains(t.mono, v):
			return nil, nil, false
		default:
			rest = append(rest, t)
		}
	}
	return c, rest, c != nil
}

// key is a text that equal polynomials have.
func (p poly) key() string {
	var b strings.Builder
	for _, t := range p {
		b.WriteString(t.coef.RatString())
		for _, v := range t.mono {
			b.WriteByte('*')
			b.WriteString(strconv.Itoa(int(v)))
		}
		b.WriteByte('+')
	}
	return b.String()
}

// text is p for readers, with names of variables.
func (p poly) text(name func(variable) string) string {
	if len(p) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, t := range slices.Backward(p) {
		c := t.coef
		switch {
		case i == len(p)-1 && c.Sign() < 0:
			b.WriteString("-")
		case i < len(p)-1 && c.Sign() < 0:
			b.WriteString(" - ")
		case i < len(p)-1:
			b.WriteString(" + ")
		}
		size := new(big.Rat).Abs(c)
		var parts []string
		if size.Cmp(one) != 0 || len(t.mono) == 0 {
			parts = append(parts, size.RatString())
		}
		for _, v := range t.mono {
			parts = append(parts, name(v))
		}
		b.WriteString(strings.Join(parts, "*"))
	}
	return b.String()
}

func newRat(v *big.Rat) *big.Rat { return new(big.Rat).Set(v) }

// floor is the greatest whole number that is not above v.
func floor(v *big.Rat) *big.Rat {
	q, m := new(big.Int), new(big.Int)
	q.DivMod(v.Num(), v.Denom(), m)
	return new(big.Rat).SetInt(q)
}
