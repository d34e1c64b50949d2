package filecheck

import (
	"fmt"
	"math/big"
	"strings"
)

// format is the textual form of a numeric value.
type format struct {
	kind      byte // one of u d x X; 0 if not given
	precision int  // least number of digits
	alternate bool // with 0x
}

func (f format) String() string { return "%" + string(f.kind) }

// wildcard is an expression for any number of the format.
func (f format) wildcard() string {
	first, digits := "[1-9]", "[0-9]"
	switch f.kind {
	case 'x':
		first, digits = "[1-9a-f]", "[0-9a-f]"
	case 'X':
		first, digits = "[1-9A-F]", "[0-9A-F]"
	}
	prefix := ""
	if f.kind == 'd' {
		prefix = "-?"
	} else if f.alternate {
		prefix = "0x"
	}
	if f.precision == 0 {
		return prefix + digits + "+"
	}
	return fmt.Sprintf("%s(%s%s*)?%s{%d}", prefix, first, digits, digits, f.precision)
}

// render writes a value; only %d can write negative ones.
func (f format) render(v *big.Int) (text string, ok bool) {
	if v.Sign() < 0 && f.kind != 'd' {
		return "", false
	}
	base := 10
	if f.kind == 'x' || f.kind == 'X' {
		base = 16
	}
	digits := new(big.Int).Abs(v).Text(base)
	if f.kind == 'X' {
		digits = strings.ToUpper(digits)
	}
	if n := f.precision - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if f.alternate {
		digits = "0x" + digits
	}
	if v.Sign() < 0 {
		digits = "-" + digits
	}
	return digits, true
}

// parse reads what wildcard matched.
func (f format) parse(text string) *big.Int {
	base := 10
	if f.kind == 'x' || f.kind == 'X' {
		base = 16
		text = strings.TrimPrefix(strings.ToLower(text), "0x")
	}
	v, _ := new(big.Int).SetString(text, base)
	return v
}

// evalProblem is a variable without value, or an overflow if undefined is nil.
type evalProblem struct{ undefined *fragment }

// expression is a node of a numeric expression.
type expression interface {
	eval(env *environment) (*big.Int, []evalProblem)
	// implicitFormat is the format of the variables in the expression, or what is wrong where they
	// differ.
	implicitFormat() (format, []*Diagnostic)
	source() fragment
}

type literal struct {
	text  fragment
	value *big.Int
}

func (l *literal) eval(*environment) (*big.Int, []evalProblem) { return l.value, nil }
func (l *literal) implicitFormat() (format, []*Diagnostic)     { return format{}, nil }
func (l *literal) source() fragment                            { return l.text }

type variableUse struct {
	text fragment
	of   *number
}

func (u *variableUse) eval(env *environment) (*big.Int, []evalProblem) {
	if v := env.numbers[u.of]; v != nil {
		return &v.Int, nil
	}
	return nil, []evalProblem{{&u.text}}
}
func (u *variableUse) implicitFormat() (format, []*Diagnostic) { return u.of.format, nil }
func (u *variableUse) source() fragment                        { return u.text }

// operation is an operator or a function of two operands. A nil result is an overflow.
type operation struct {
	text        fragment
	left, right expression
	apply       func(a, b *big.Int) *big.Int
}

func (o *operation) eval(env *environment) (*big.Int, []evalProblem) {
	a, problems := o.left.eval(env)
	b, more := o.right.eval(env)
	if problems = append(problems, more...); problems != nil {
		return nil, problems
	}
	if result := o.apply(a, b); result != nil {
		return result, nil
	}
	return nil, []evalProblem{{}}
}

func (o *operation) implicitFormat() (format, []*Diagnostic) {
	left, problems := o.left.implicitFormat()
	right, more := o.right.implicitFormat()
	if problems = append(problems, more...); problems != nil {
		return format{}, problems
	}
	if left.kind != 0 && right.kind != 0 && left != right {
		text := fmt.Sprintf("implicit format conflict between '%s' (%s) and '%s' (%s), need an explicit format specifier",
			o.left.source(), left, o.right.source(), right)
		return format{}, []*Diagnostic{spaced(o.text, text)}
	}
	if left.kind != 0 {
		return left, nil
	}
	return right, nil
}

func (o *operation) source() fragment { return o.text }

// functions can be called in expressions; add and sub are operators too.
var functions = map[string]func(a, b *big.Int) *big.Int{
	"add": func(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) },
	"sub": func(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) },
	"mul": func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) },
	"div": func(a, b *big.Int) *big.Int {
		if b.Sign() == 0 {
			return nil
		}
		return new(big.Int).Quo(a, b)
	},
	"min": func(a, b *big.Int) *big.Int {
		if a.Cmp(b) < 0 {
			return a
		}
		return b
	},
	"max": func(a, b *big.Int) *big.Int {
		if a.Cmp(b) > 0 {
			return a
		}
		return b
	},
}
