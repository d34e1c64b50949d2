package tedialect

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// verifyReadIn proves that indices are inside of their dimensions.
func verifyReadIn(c te.Compute, r te.Read) error {
	m := r.Map()
	if err := verifyAxes(c, m.Dims); err != nil {
		return err
	}
	space, around := te.SpaceOf(c.All()), affine.Guard(nil)
	if g := r.Guard(); g != nil {
		if err := verifyAxes(c, g.Dims); err != nil {
			return err
		}
		if err := verifyExprs(g.Constraints); err != nil {
			return err
		}
		around = affine.GuardOf(g)
	}
	if err := verifyExprs(m.Results); err != nil {
		return err
	}
	narrow := space.Narrow(around)
	if narrow.Empty() {
		return nil // nothing is read
	}
	for d, e := range m.Results {
		if err := verifyIndex(c, r, d, e, space, narrow, around); err != nil {
			return err
		}
	}
	return nil
}

// verifyIndex checks one index. Those that are not known before the run are clamped then: with
// values in them, along axes or dimensions of unknown extent.
func verifyIndex(c te.Compute, r te.Read, d int, e *ir.AffineExpr, space, narrow affine.Space, around affine.Guard) error {
	n := r.Tensor().Type().Shape()[d]
	clamped := false
	for i := range r.Map().Syms {
		clamped = clamped || affine.UsesSym(e, int64(i))
	}
	for i, a := range c.All() {
		clamped = clamped || a.Extent == ir.Dynamic && affine.UsesDim(e, int64(i))
	}
	switch {
	case n == ir.Dynamic:
		return nil
	case clamped && n == 0:
		return fmt.Errorf("reads from dimension %d of '%s', which has no elements", d, r.Tensor().Type())
	case clamped, narrow.InBounds(e, affine.Below(n)):
		return nil
	case space.Implied(around, affine.AtLeast(e, affine.Const(0))) && space.Implied(around, affine.AtLeast(affine.Const(n-1), e)):
		return nil
	}
	text := indexText(c, r, e)
	bounds, ok := narrow.Bounds(e)
	if !ok {
		return fmt.Errorf("index '%s' is not seen to be inside of dimension %d (%d) of '%s'; a guard can say where it is", text, d, n, r.Tensor().Type())
	}
	worst := bounds.Lo
	if worst >= 0 {
		worst = bounds.Hi - 1
	}
	return fmt.Errorf("read of '%s' at '%s': index %d is outside of dimension %d (%d)%s", r.Tensor().Type(), text, worst, d, n, rangesText(c, e))
}

// rangesText says between which values the axes in an expression are.
func rangesText(c te.Compute, e *ir.AffineExpr) string {
	var list []string
	for i, a := range c.All() {
		switch {
		case !affine.UsesDim(e, int64(i)):
		case a.Lower == 0:
			list = append(list, fmt.Sprintf("%s < %d", a.Name, a.Extent))
		default:
			list = append(list, fmt.Sprintf("%s in %d..%d", a.Name, a.Lower, a.Lower+a.Extent))
		}
	}
	if list == nil {
		return ""
	}
	return ", with " + strings.Join(list, ", ")
}

// indexText is an index expression with the names of axes.
func indexText(c te.Compute, r te.Read, e *ir.AffineExpr) string {
	w := ir.NewTextWriter()
	w.Ctx = c.Context()
	w.IndexExpr(e, c.Names(), func(i int64) { w.Str(fmt.Sprintf("value #%d", i)) })
	return string(w.Buf)
}

var errDivisor = errors.New("has an index expression that divides by what is no positive constant")

// verifyExprs checks that quotients and remainders are by positive constants and products by
// constants.
func verifyExprs(list []*ir.AffineExpr) error {
	stack := append([]*ir.AffineExpr(nil), list...)
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch e.Op {
		case ir.AffineConst, ir.AffineDim, ir.AffineSym:
			continue
		case ir.AffineMul:
			if e.LHS.Op != ir.AffineConst && e.RHS.Op != ir.AffineConst {
				return errors.New("has an index expression that multiplies what are no constants")
			}
		case ir.AffineFloorDiv, ir.AffineCeilDiv, ir.AffineMod:
			if e.RHS.Op != ir.AffineConst || e.RHS.Value <= 0 {
				return errDivisor
			}
		}
		stack = append(stack, e.LHS, e.RHS)
	}
	return nil
}
