package rewrite

import "github.com/tg-opt/tg/ir"

// Level says what a rewrite promises for floating-point numbers.
type Level uint8

const (
	// Exact gives the same bits for every input; of NaNs there is one.
	Exact Level = iota
	// Finite gives equal results if no input or intermediate is NaN, infinite
	// or -0. Integers have none of these, so it is exact for them.
	Finite
	// Real is equal over the real numbers; rounding may differ.
	Real
)

func (l Level) String() string { return [...]string{"exact", "finite", "real"}[l] }

// Promise says in a sentence what a rewrite of level l promises, and when it is
// applied; integers says that one of level Real holds modulo 2^n.
func (l Level) Promise(integers bool) string {
	switch {
	case l == Exact:
		return "It keeps every bit and is always applied."
	case l == Finite:
		return "It holds if no input or intermediate is NaN, infinite or -0: on floats it needs fp=finite or fp=fast, on integers neither."
	case integers:
		return "It holds over the real numbers, where rounding may differ, and modulo 2^n: on floats it needs fp=fast, on integers nothing."
	}
	return "It holds over the real numbers, where rounding may differ: it is applied under fp=fast, to floats only."
}

// FPMode is what the user allows: strict, finite or fast.
type FPMode string

const (
	FPStrict FPMode = "strict"
	FPFinite FPMode = "finite"
	FPFast   FPMode = "fast"
)

// Allows reports whether floating-point rewrites of level l may be applied.
func (m FPMode) Allows(l Level) bool {
	switch m {
	case FPFast:
		return true
	case FPFinite:
		return l <= Finite
	}
	return l == Exact
}

// AllowsOn reports whether a rewrite of level l may be applied to ops with floats,
// or with integers and no floats; integers says that one of level Real holds modulo
// 2^n.
func (m FPMode) AllowsOn(l Level, integers, float, integer bool) bool {
	if float {
		return m.Allows(l)
	}
	return !integer || l != Real || integers
}

// ElementsOf reports whether o takes or gives floats, and other values.
func ElementsOf(o *ir.Op) (float, other bool) {
	see := func(v *ir.Value) {
		switch t := v.Type().ElemOrSelf(); {
		case t.IsFloat() || t.IsComplex():
			float = true
		default:
			other = true
		}
	}
	for i := range o.NumResults() {
		see(o.Result(i))
	}
	for i := range o.NumOperands() {
		see(o.Operand(i))
	}
	return float, other
}
