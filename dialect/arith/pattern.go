package arith

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// The canonicalization patterns have mlir-opt's names, its benefits (the number
// of ops that a pattern looks at) and its locations: it fuses the locations of
// as many of the ops it met, constants included, as it looks at.

// fuse is the location of what comes in the place of o, found together with the
// ops that define values.
func fuse(o *ir.Op, values ...*ir.Value) ir.Loc {
	c, loc := o.Context(), o.Loc()
	same := !slices.ContainsFunc(values, func(v *ir.Value) bool { return v.Def().Loc() != loc })
	if same {
		return loc
	}
	parts := addLoc(nil, c.LocAttr(loc))
	for _, v := range values {
		parts = addLoc(parts, c.LocAttr(v.Def().Loc()))
	}
	switch len(parts) {
	case 0:
		return 0
	case 1:
		return c.ExplicitLoc(parts[0])
	}
	return c.ExplicitLoc(c.FusedLoc(parts, nil))
}

// addLoc adds what l says and parts do not yet.
func addLoc(parts []*ir.Attr, l *ir.Attr) []*ir.Attr {
	add := []*ir.Attr{l}
	switch {
	case l.Is(ir.UnknownLocAttr):
		return parts
	case l.Is(ir.FusedLocAttr) && l.Metadata() == nil:
		add = l.Parts()
	}
	for _, p := range add {
		if !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	return parts
}

// maker makes the ops that come in the place of one.
type maker struct {
	*rewrite.Rewriter
	old *ir.Op
	loc ir.Loc
}

// replacing is the maker of what comes in the place of o, with the location
// that o and the ops that define values have together.
func replacing(r *rewrite.Rewriter, o *ir.Op, values ...*ir.Value) maker {
	return maker{r, o, fuse(o, values...)}
}

// constant makes a constant.
func (m maker) constant(a *ir.Attr) *ir.Value {
	return m.OpWithTypes(Constant, m.loc, a.Type().Alone(), nil, ir.NamedAttr{Name: "value", Value: a}).Result(0)
}

// op makes an op with one result.
func (m maker) op(d *ir.OpDef, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return m.OpWithTypes(d, m.loc, t.Alone(), operands, attrs...).Result(0)
}

// done puts values in the place of the old op's results. It is true.
func (m maker) done(values ...*ir.Value) bool {
	m.ReplaceOp(m.old, values...)
	return true
}

// become puts an op with the old one's first result type in its place.
func (m maker) become(d *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) bool {
	return m.done(m.op(d, m.old.Result(0).Type(), operands, attrs...))
}

// scalarConst is the value of a scalar integer constant, or nil.
func scalarConst(v *ir.Value) *ir.Attr {
	if a := ir.ConstantValue(v); a.Is(ir.IntegerAttr) {
		return a
	}
	return nil
}

// regroup is a pattern that computes with the constants of two nested ops:
// outer(inner(x, c0), c1) becomes result(x, calc(c0, c1)).
type regroup struct {
	name         string
	outer, inner *ir.OpDef
	// innerAt is the operand of the outer op that the inner one is, and constAt
	// the operand of the inner one that c0 is.
	innerAt, constAt int
	result           *ir.OpDef
	// first says that the new constant is the first operand.
	first bool
	calc  func(c0, c1 num) num
	// forget says that the promises of both ops are lost; what both promise is
	// kept otherwise.
	forget bool
}

func (g regroup) pattern() *rewrite.Pattern {
	return &rewrite.Pattern{Name: g.name, Root: g.outer, Benefit: 2, Apply: g.apply}
}

func (g regroup) apply(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := defining(o.Operand(g.innerAt), g.inner)
	if inner == nil {
		return false
	}
	v0, v1 := inner.Operand(g.constAt), o.Operand(1-g.innerAt)
	c0, c1 := scalarConst(v0), scalarConst(v1)
	if c0 == nil || c1 == nil {
		return false
	}
	near := v0
	if g.innerAt == 1 {
		near = v1
	}
	m := replacing(r, o, near)
	operands := []*ir.Value{inner.Operand(1 - g.constAt), m.constant(g.calc(numOf(c0), numOf(c1)).attr(r.Ctx, c1.Type()))}
	if g.first {
		slices.Reverse(operands)
	}
	promise := overflowOf(inner) & overflowOf(o)
	if g.forget {
		promise = 0
	}
	return m.become(g.result, operands, withOverflow(r.Ctx, promise)...)
}

// oneType reports whether both values have one type.
func oneType(a, b *ir.Value) bool { return a.Type() == b.Type() }

// beforeExtension is the pattern that computes op before an extension that both
// operands of it are.
func beforeExtension(name string, op, ext *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: op, Benefit: 3, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a, b := defining(o.Operand(0), ext), defining(o.Operand(1), ext)
		if a == nil || b == nil || !oneType(a.Operand(0), b.Operand(0)) {
			return false
		}
		m := replacing(r, o, a.Result(0), b.Result(0))
		x, y := a.Operand(0), b.Operand(0)
		return m.become(ext, []*ir.Value{m.op(op, x.Type(), []*ir.Value{x, y})})
	}}
}

// throughCast is the pattern that has a cast start from the operand of another
// cast that it comes behind; to is the cast that does both.
func throughCast(name string, outer, inner, to *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: outer, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		in := defining(o.Operand(0), inner)
		if in == nil {
			return false
		}
		return replacing(r, o, in.Result(0)).become(to, []*ir.Value{in.Operand(0)})
	}}
}
