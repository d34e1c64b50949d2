// Package autodiff makes derivatives of functions: forward mode, which carries tangents along with
// the program, and reverse mode, which hands cotangents back through it.
//
// It knows no op: each says in the slot Derivative what its derivative is, control flow included.
// rule.go is what ops say, maker.go what their rules make ops with; forward.go and reverse.go are
// the two modes on a block, varied.go what depends on what is differentiated by. branch.go, loop.go
// and call.go are the rules of ops with regions and of calls, cut.go decides which values the
// backward pass is handed and which it computes again, and function.go makes functions.
//
// The literature: Griewank and Walther, "Evaluating Derivatives", SIAM, 2nd ed. 2008; the cut is
// that of Moses et al., "Reverse-mode automatic differentiation and optimization of GPU kernels via
// Enzyme", SC 2021.
package autodiff

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Derivative is what an op's derivative is; every op of tg fills it.
var Derivative = ir.NewSlot[Rule]("derivative")

// Rule is the derivative of an op: JVP, and VJP unless that follows, or a reason why there is none.
type Rule struct {
	// JVP makes the tangents of the results of o from those of its operands, t, at the point where
	// the operands are. A nil tangent is zero, in t and in what is returned. That of a linear op is
	// Jointly or Each.
	JVP func(m *Maker, o *ir.Op, t []*ir.Value) []*ir.Value
	// VJP makes what the cotangents g of the results, some of them nil for zero, contribute to
	// those of the operands: nil for nothing. It need not look at operands that are not Active. Nil
	// where it follows from JVP: the program of tangents is transposed.
	VJP func(m *Maker, o *ir.Op, g []*ir.Value) []*ir.Value
	// Into is filled by ops that may read a small part of operand 0, the only one that has
	// tangents: it makes the cotangent of that from what there is of it, `into`, to which what VJP
	// contributes is added where the part is. So the time is that of the part, as often as a loop
	// reads one. It returns nil where it is better to add what VJP makes.
	Into func(m *Maker, o *ir.Op, g, into *ir.Value) *ir.Value
	// Lower makes ops in front of o that compute the same, to the bit, and have rules, and returns
	// what stands for the results; nil where JVP and VJP are the rule.
	Lower func(m *Maker, o *ir.Op) []*ir.Value
	// Loses says of an op whose results have no tangents why its derivative is not zero all the
	// same, and what to write instead; "" where it is zero. It is nil where that is never so.
	Loses func(o *ir.Op) string
	// Factors, of an elementwise op, are the derivatives by each operand, for the documentation,
	// and Otherwise those under conventions where they are others.
	Factors   []string
	Otherwise map[Convention][]string
	// Kink tells where an op is known to be at one, whatever its arguments are, of which operands
	// vary; nil where it is not, or for an op that has none.
	Kink func(o *ir.Op, varies func(i int) bool) *Kink
	// Reads says in words what the rule reads besides the cotangents, for the documentation.
	Reads string

	zero, refuse string
	control      *control
	// named says of an op that calls something outside of the program how that is called, and with
	// which attributes; otherwise is why it has no derivative where nobody wrote one.
	named     func(o *ir.Op) (name string, attributes *ir.Attr)
	otherwise string
}

// Zero is the rule of an op whose results do not change with its operands, or only in jumps, and
// why that is.
func Zero(why string) Rule { return Rule{zero: why} }

// Refuse is the rule of an op that has no derivative, why, and what to write instead.
func Refuse(why string) Rule { return Rule{refuse: why} }

// Unless is the rule but for ops whose results have no tangents although they should: see
// Rule.Loses.
func (r Rule) Unless(loses func(o *ir.Op) string) Rule {
	r.Loses = loses
	return r
}

// losesAt is why o keeps derivatives from where they should be; "" if it does not.
func (e *engine) losesAt(r *Rule, o *ir.Op) string {
	switch {
	case slices.ContainsFunc(o.ResultTypes(), Differentiable):
		return ""
	case r.named != nil:
		if name, _ := r.named(o); e.customs.named[name] == nil {
			return r.otherwise
		}
		return ""
	case r.Loses != nil:
		return r.Loses(o)
	}
	return r.refuse
}

// IsZero reports whether results have no derivative but zero, and why.
func (r *Rule) IsZero() (why string, ok bool) { return r.zero, r.zero != "" }

// IsRefused reports whether there is no derivative, and why.
func (r *Rule) IsRefused() (why string, ok bool) { return r.refuse, r.refuse != "" }

// IsControl reports whether the rule is that of an op that runs regions or functions.
func (r *Rule) IsControl() bool { return r.control != nil }

// Complete reports whether the rule says something.
func (r *Rule) Complete() bool {
	return r.zero != "" || r.refuse != "" || r.control != nil || r.JVP != nil || r.Lower != nil
}

// control is the rule of an op that runs regions or functions. All methods are about ops of the
// function that is being made.
type control struct {
	// vary marks which values inside of o, and which results, vary.
	vary func(v *varying, o *ir.Op)
	// forward replaces o by what computes tangents, too.
	forward func(m *Maker, o *ir.Op) error
	// reverse replaces o by what hands on what the derivative needs, and makes the derivative of it
	// where m is; g are the cotangents of the results.
	reverse func(m *Maker, o *ir.Op, g []*ir.Value) error
}

// Differentiable reports whether a value of type t has tangents: tensors of floats and complex
// numbers do.
func Differentiable(t *ir.Type) bool {
	return t.IsRankedTensor() && (t.Elem().IsFloat() || t.Elem().IsComplex())
}

// Convention is what derivatives are at kinks, and how cotangents of complex numbers pair with
// tangents; docs/autodiff.md has the table.
type Convention uint8

const (
	// LeastNorm takes the element of least norm of the subdifferential by the active operands.
	LeastNorm Convention = iota
	// JAX is what JAX does.
	JAX
	// Enzyme is what Enzyme does.
	Enzyme
)

// Conventions are the names of the conventions, in order.
var Conventions = []string{"least-norm", "jax", "enzyme"}
