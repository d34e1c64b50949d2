package prove

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/ir"
)

// scope says where an axiom holds.
type scope uint8

const (
	anyBits    scope = iota // for every bit, of every type
	anyNumber               // of integers, and of floats but for rounding, NaN, infinities and signs of zero
	anyReal                 // of floats, but for that
	anyInteger              // of integers that are not i1, where sums and products are those of a ring
)

// axioms are what is known of ops on single elements, besides that sums, differences, products and
// quotients are those of numbers. The left sides are replaced by the right ones. Letters stand for
// elements.
var axioms = []struct {
	scope scope
	text  string
}{
	{anyBits, "neg(neg(x)) = x"},
	{anyBits, "not(not(x)) = x"},
	{anyBits, "conj(conj(x)) = x"},
	{anyBits, "real(complex(x, y)) = x"},
	{anyBits, "imag(complex(x, y)) = y"},
	{anyBits, "abs(abs(x)) = abs(x)"},
	{anyBits, "max(x, x) = x"},
	{anyBits, "min(x, x) = x"},
	{anyBits, "and(x, x) = x"},
	{anyBits, "or(x, x) = x"},
	{anyBits, "and(x, 1b) = x"},
	{anyBits, "and(x, 0b) = 0b"},
	{anyBits, "or(x, 1b) = 1b"},
	{anyBits, "or(x, 0b) = x"},
	{anyBits, "mul(x, 1) = x"},
	{anyBits, "div(x, 1) = x"},
	{anyBits, "select(c, x, x) = x"},
	{anyBits, "select(not(c), x, y) = select(c, y, x)"},
	{anyBits, "relu(x) = max(x, 0)"},
	{anyBits, "clamp(x, y, z) = min(max(y, x), z)"},
	{anyBits, "relu6(x) = min(max(x, 0), 6)"},
	{anyNumber, "pow(x, 1) = x"},
	{anyNumber, "pow(x, 2) = mul(x, x)"},
	{anyNumber, "pow(x, 3) = mul(x, mul(x, x))"},
	{anyInteger, "not(x) = sub(neg(x), 1)"},
	{anyInteger, "or(x, y) = sub(add(x, y), and(x, y))"},
	{anyInteger, "xor(x, y) = sub(add(x, y), mul(and(x, y), 2))"},
	{anyReal, "pow(x, 0) = 1"},
	{anyReal, "pow(x, 1/2) = sqrt(x)"},
	{anyReal, "pow(x, -1/2) = div(1, sqrt(x))"},
	{anyReal, "pow(x, -1) = div(1, x)"},
	{anyReal, "pow(x, -2) = div(1, mul(x, x))"},
	{anyReal, "abs(x) = max(x, neg(x))"},
	{anyReal, "sign(neg(x)) = neg(sign(x))"},
	{anyReal, "rsqrt(x) = div(1, sqrt(x))"},
	{anyReal, "sqrt(mul(x, x)) = max(x, neg(x))"},
	{anyReal, "sqrt(div(1, x)) = div(1, sqrt(x))"},
	{anyReal, "silu(x) = div(x, add(1, exp(neg(x))))"},
	{anyReal, "sigmoid(x) = div(1, add(1, exp(neg(x))))"},
	{anyReal, "exp(neg(x)) = div(1, exp(x))"},
	{anyReal, "exp(add(x, y)) = mul(exp(x), exp(y))"},
	{anyReal, "exp(sub(x, y)) = div(exp(x), exp(y))"},
	{anyReal, "expm1(x) = sub(exp(x), 1)"},
	{anyReal, "log1p(x) = log(add(x, 1))"},
	{anyReal, "log(exp(x)) = x"},
	{anyReal, "log(div(1, x)) = neg(log(x))"},
	{anyReal, "log(sqrt(x)) = mul(log(x), 1/2)"},
	{anyReal, "erfc(x) = sub(1, erf(x))"},
	{anyReal, "erf(neg(x)) = neg(erf(x))"},
	{anyReal, "sin(neg(x)) = neg(sin(x))"},
	{anyReal, "cos(neg(x)) = cos(x)"},
	{anyReal, "tan(x) = div(sin(x), cos(x))"},
	{anyReal, "asin(neg(x)) = neg(asin(x))"},
	{anyReal, "atan(neg(x)) = neg(atan(x))"},
	{anyReal, "sinh(neg(x)) = neg(sinh(x))"},
	{anyReal, "cosh(neg(x)) = cosh(x)"},
	{anyReal, "tanh(neg(x)) = neg(tanh(x))"},
	{anyReal, "asinh(neg(x)) = neg(asinh(x))"},
	{anyReal, "atanh(neg(x)) = neg(atanh(x))"},
	{anyReal, "cbrt(neg(x)) = neg(cbrt(x))"},
	{anyReal, "sinh(asinh(x)) = x"},
	{anyReal, "asinh(sinh(x)) = x"},
	{anyReal, "floor(neg(x)) = neg(ceil(x))"},
	{anyReal, "ceil(neg(x)) = neg(floor(x))"},
	{anyReal, "round_even(neg(x)) = neg(round_even(x))"},
	{anyReal, "round_away(neg(x)) = neg(round_away(x))"},
}

// pattern is a side of an axiom: a letter, a number, or an op.
type pattern struct {
	letter, op string
	number     *big.Rat
	bit        string // of i1
	args       []*pattern
}

// axiom is one that was read.
type axiom struct {
	scope       scope
	left, right *pattern
}

// axiomsOf are the axioms by the op of their left sides.
var axiomsOf = sync.OnceValue(func() map[string][]axiom {
	byOp := map[string][]axiom{}
	for _, a := range axioms {
		left, right, _ := strings.Cut(a.text, " = ")
		l, rest := parsePattern(left)
		r, more := parsePattern(right)
		if l.op == "" || rest != "" || more != "" {
			panic("prove: the axiom cannot be read: " + a.text)
		}
		byOp[l.op] = append(byOp[l.op], axiom{a.scope, l, r})
	}
	return byOp
})

// parsePattern reads a pattern and returns what stands behind it.
func parsePattern(text string) (p *pattern, rest string) {
	end := strings.IndexAny(text, "(),")
	if end < 0 {
		end = len(text)
	}
	word := text[:end]
	rest = text[end:]
	if strings.HasPrefix(rest, "(") {
		p = &pattern{op: "tg." + word}
		for !strings.HasPrefix(rest, ")") {
			var a *pattern
			a, rest = parsePattern(strings.TrimLeft(rest[1:], " "))
			p.args = append(p.args, a)
		}
		return p, rest[1:]
	}
	if bit, ok := strings.CutSuffix(word, "b"); ok && bit != "" {
		return &pattern{bit: "0" + bit}, rest
	}
	if v, ok := new(big.Rat).SetString(word); ok {
		return &pattern{number: v}, rest
	}
	return &pattern{letter: word}, rest
}

// rewritten is what axioms make of n.
func (t *table) rewritten(n *node) *node {
	if n.attrs != "" || n.result != 0 {
		return n
	}
	for _, a := range axiomsOf()[n.op] {
		if !t.holds(a.scope, n) || n.typ.IsComplex() && slices.Contains(ordersParts, n.op) {
			continue
		}
		for _, swapped := range []bool{false, true} {
			m := *n
			if swapped {
				if !n.commutes || len(n.args) != 2 {
					break
				}
				m.args = []*node{n.args[1], n.args[0]}
			}
			letters := map[string]*node{}
			if a.left.matches(&m, letters) {
				if r := t.instance(a.right, n.typ, letters); r.typ == n.typ {
					return r
				}
			}
		}
	}
	return n
}

// holds reports whether axioms of a scope hold of a call.
func (t *table) holds(s scope, n *node) bool {
	if s == anyBits {
		return true
	}
	whole := n.typ.IsIndex() || n.typ.IsInteger() && !n.typ.IsBool()
	return ofOneType(n) && (s == anyNumber && whole || s == anyInteger && whole && t.level > exactly || t.level == overReals && n.typ.IsFloat() && s != anyInteger)
}

// ofOneType reports whether all elements of a call have one type.
func ofOneType(n *node) bool {
	return !slices.ContainsFunc(n.args, func(a *node) bool { return a.typ != n.typ })
}

// ordersParts are ops that order complex numbers by their parts, one of which may be NaN.
var ordersParts = []string{"tg.max", "tg.min", "tg.clamp"}

func (p *pattern) matches(n *node, letters map[string]*node) bool {
	switch {
	case p.letter != "":
		if m := letters[p.letter]; m != nil {
			return m == n
		}
		letters[p.letter] = n
		return true
	case p.bit != "":
		return isTruth(n, p.bit == "01")
	case p.number != nil:
		if n.kind != constant || len(n.at) == 0 || n.typ.IsBool() {
			return false
		}
		v, ok := n.at[0].constant()
		return ok && v.Cmp(p.number) == 0
	}
	if n.kind != call || n.op != p.op || n.attrs != "" || len(n.args) != len(p.args) {
		return false
	}
	for i, a := range p.args {
		if !a.matches(n.args[i], letters) {
			return false
		}
	}
	return true
}

// instance makes the right side of an axiom, whose elements have one type.
func (t *table) instance(p *pattern, typ *ir.Type, letters map[string]*node) *node {
	switch {
	case p.letter != "":
		return letters[p.letter]
	case p.bit != "":
		return t.truth(typ, p.bit == "01")
	case p.number != nil:
		return t.constant(node{kind: constant, typ: typ, at: []poly{constantPoly(p.number)}})
	}
	n := node{kind: call, typ: typ, op: p.op}
	for _, a := range p.args {
		n.args = append(n.args, t.instance(a, typ, letters))
	}
	n.commutes = commutative[p.op]
	return t.call(n)
}

// commutative are those of the ops that axioms make.
var commutative = map[string]bool{"tg.add": true, "tg.mul": true, "tg.max": true, "tg.min": true, "tg.and": true, "tg.or": true}

// text is the pattern for readers.
func (p *pattern) String() string {
	switch {
	case p.letter != "":
		return p.letter
	case p.bit != "":
		return p.bit[1:] + "b"
	case p.number != nil:
		return p.number.RatString()
	}
	var args []string
	for _, a := range p.args {
		args = append(args, a.String())
	}
	return fmt.Sprintf("%s(%s)", strings.TrimPrefix(p.op, "tg."), strings.Join(args, ", "))
}
