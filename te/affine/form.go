package affine

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// A form is the sum of its terms and c. Terms are in the order of their atoms, which differ, and
// no coefficient is 0 or the least number. A form never changes.
//
// There are no remainders: x mod n is x - n*(x floordiv n), so that all sums are linear in atoms,
// and n*(x floordiv n) + x mod n is x by itself. (*simplifier).units finds remainders again.
type form struct {
	terms []term
	c     int64
}

type term struct {
	a *atom
	c int64
}

type atomKind uint8

const (
	dimAtom    atomKind = iota
	divAtom             // num floordiv n
	opaqueAtom          // what is not affine: products of symbols, quotients by symbols
	symAtom
)

// atom is what sums are made of. A simplifier has one of each kind.
type atom struct {
	kind     atomKind
	symbolic bool  // no dimension occurs in it
	pos      int64 // of a dimension or symbol
	num      form
	n        int64
	expr     *ir.AffineExpr // of an opaque one
	iv       interval
	id       uint64
	weight   int // how many terms there are in it
}

// variable reports whether a is a dimension or symbol.
func (a *atom) variable() bool { return a.kind == dimAtom || a.kind == symAtom }

// simplifier makes forms over a space.
type simplifier struct {
	space  Space
	atoms  map[string]*atom
	quot   map[string]form // what div found
	sums   map[string]sum  // what split found
	memo   map[*ir.AffineExpr]form
	failed bool // the results mean nothing

	// An expression was made that has quotients which its form had not.
	shortened bool

	steps int
}

func newSimplifier(space Space) *simplifier {
	return &simplifier{space: space, atoms: map[string]*atom{}, quot: map[string]form{}, sums: map[string]sum{}}
}

// fail gives up: a number does not fit, or there is too much to do.
func (s *simplifier) fail() form {
	s.failed = true
	return form{}
}

// step counts work.
func (s *simplifier) step(n int) bool {
	if s.steps += n + 1; s.steps > maxSteps {
		s.failed = true
	}
	return !s.failed
}

func constant(v int64) form { return form{c: v} }

func (f form) isConst() bool { return len(f.terms) == 0 }

// leaf is the form of a dimension or symbol; its value where there is only one.
func (s *simplifier) leaf(kind atomKind, pos int64) form {
	r := s.space.Dim(pos)
	if kind == symAtom {
		r = s.space.Sym(pos)
	}
	if r.Empty() { // at no point anything is wrong
		r = Unknown
	}
	iv := r.interval()
	if iv.lo == iv.hi {
		return constant(iv.lo)
	}
	return s.variable(kind, pos, iv)
}

// variable is the form of a dimension or symbol.
func (s *simplifier) variable(kind atomKind, pos int64, iv interval) form {
	key := binary.AppendVarint([]byte{byte(kind)}, pos)
	return one(s.intern(key, func() *atom {
		return &atom{kind: kind, pos: pos, iv: iv, symbolic: kind == symAtom}
	}))
}

// quotient is the form of `num floordiv n`, which div has brought into its form.
func (s *simplifier) quotient(num form, n int64) form {
	return one(s.intern(num.key([]byte{byte(divAtom)}, n), func() *atom {
		return &atom{kind: divAtom, num: num, n: n, iv: s.bounds(num).over(n), symbolic: num.symbolic()}
	}))
}

// opaque is the form of an expression that is not affine.
func (s *simplifier) opaque(e *ir.AffineExpr) form {
	key := appendExpr([]byte{byte(opaqueAtom)}, e)
	return one(s.intern(key, func() *atom {
		return &atom{kind: opaqueAtom, expr: e, iv: everything, symbolic: e.IsSymbolic()}
	}))
}

func (s *simplifier) intern(key []byte, make func() *atom) *atom {
	a := s.atoms[string(key)]
	if a == nil {
		a = make()
		a.id = uint64(len(s.atoms))
		a.weight = 1 + min(weight(a.num), maxSteps)
		s.atoms[string(key)] = a
	}
	return a
}

// weight is how many terms a form has, and the quotients in it.
func weight(f form) int {
	n := 0
	for _, t := range f.terms {
		n += t.a.weight
	}
	return n
}

func one(a *atom) form { return form{terms: []term{{a, 1}}} }

// key tells forms of one simplifier apart, together with a number.
func (f form) key(key []byte, n int64) []byte {
	key = binary.AppendVarint(key, n)
	key = binary.AppendVarint(key, f.c)
	for _, t := range f.terms {
		key = binary.AppendUvarint(key, t.a.id)
		key = binary.AppendVarint(key, t.c)
	}
	return key
}

func appendExpr(key []byte, e *ir.AffineExpr) []byte {
	key = append(key, byte(e.Op))
	key = binary.AppendVarint(key, e.Value)
	if e.LHS == nil {
		return key
	}
	return appendExpr(appendExpr(key, e.LHS), e.RHS)
}

func (f form) symbolic() bool {
	return !slices.ContainsFunc(f.terms, func(t term) bool { return !t.a.symbolic })
}

// order is where an atom stands in a sum: dimensions, then what is made of them, symbols, and what
// is made of those alone. It is the order in which the parser leaves sums.
func (a *atom) order() int {
	switch {
	case a.kind == dimAtom:
		return 0
	case !a.symbolic:
		return 1
	case a.kind == symAtom:
		return 2
	}
	return 3
}

func compareAtoms(a, b *atom) int {
	if a == b {
		return 0
	}
	if c := cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.kind, b.kind), cmp.Compare(a.pos, b.pos)); c != 0 {
		return c
	}
	if a.kind == opaqueAtom {
		return Compare(a.expr, b.expr)
	}
	return cmp.Or(compareForms(a.num, b.num), cmp.Compare(a.n, b.n))
}

func compareForms(f, g form) int {
	for i := range min(len(f.terms), len(g.terms)) {
		if c := compareAtoms(f.terms[i].a, g.terms[i].a); c != 0 {
			return c
		}
		if c := cmp.Compare(f.terms[i].c, g.terms[i].c); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(f.terms), len(g.terms)), cmp.Compare(f.c, g.c))
}

// sameForm compares forms of one simplifier.
func sameForm(f, g form) bool { return f.c == g.c && slices.Equal(f.terms, g.terms) }

// plus is f + k*g.
func (s *simplifier) plus(f, g form, k int64) form {
	if k == 0 || s.failed {
		return f
	}
	if !s.step(len(f.terms) + len(g.terms)) {
		return form{}
	}
	out := form{c: s.fused(f.c, g.c, k)}
	if n := len(f.terms) + len(g.terms); n > 0 {
		out.terms = make([]term, 0, n)
	}
	i := 0
	for _, t := range g.terms {
		for i < len(f.terms) && compareAtoms(f.terms[i].a, t.a) < 0 {
			out.terms = append(out.terms, f.terms[i])
			i++
		}
		sum := int64(0)
		if i < len(f.terms) && f.terms[i].a == t.a {
			sum = f.terms[i].c
			i++
		}
		if sum = s.fused(sum, t.c, k); sum != 0 {
			out.terms = append(out.terms, term{t.a, sum})
		}
	}
	out.terms = append(out.terms, f.terms[i:]...)
	if len(out.terms) > maxTerms {
		return s.fail()
	}
	return out
}

// fused is a + b*k.
func (s *simplifier) fused(a, b, k int64) int64 {
	p, ok := shapes.Mul(b, k)
	v, fits := shapes.Add(a, p)
	if !ok || !fits || v == math.MinInt64 {
		s.failed = true
		return 0
	}
	return v
}

// scaled is k*f.
func (s *simplifier) scaled(f form, k int64) form { return s.plus(form{}, f, k) }

// shifted is f + v.
func (s *simplifier) shifted(f form, v int64) form { return s.plus(f, constant(v), 1) }

// where has the terms of f for which keep holds, and no constant.
func (f form) where(keep func(t term) bool) form {
	var out form
	for _, t := range f.terms {
		if keep(t) {
			out.terms = append(out.terms, t)
		}
	}
	return out
}

// coefficient is that of an atom in f.
func (f form) coefficient(a *atom) int64 {
	for _, t := range f.terms {
		if t.a == a {
			return t.c
		}
	}
	return 0
}

// content is the greatest common divisor of the coefficients; 0 when there are none.
func (f form) content() int64 {
	g := int64(0)
	for _, t := range f.terms {
		g = gcd(g, t.c)
	}
	return g
}

// divided is f with all coefficients, which n divides, divided by n, and the constant rounded down.
func (f form) divided(n int64) form {
	out := form{c: shapes.FloorDiv(f.c, n)}
	for _, t := range f.terms {
		out.terms = append(out.terms, term{t.a, t.c / n})
	}
	return out
}
