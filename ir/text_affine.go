package ir

import "math"

// affineMapAttr writes `affine_map<(d0)[s0] -> (d0 + s0)>`.
func (w *TextWriter) affineMapAttr(a *Attr) {
	m := a.AffineMap()
	w.Str("affine_map<")
	w.affineSpace(m.Dims, m.Syms)
	w.Str(" -> (")
	for i, e := range m.Results {
		w.comma(i)
		w.affineExpr(e, false)
	}
	w.Str(")>")
}

// affineSetAttr writes `affine_set<(d0)[s0] : (d0 + s0 >= 0)>`.
func (w *TextWriter) affineSetAttr(a *Attr) {
	s := a.IntegerSet()
	w.Str("affine_set<")
	w.affineSpace(s.Dims, s.Syms)
	w.Str(" : (")
	for i, e := range s.Constraints {
		w.comma(i)
		w.constraint(e, s.Eq[i])
	}
	w.Str(")>")
}

func (w *TextWriter) constraint(e *AffineExpr, eq bool) {
	w.affineExpr(e, false)
	if eq {
		w.Str(" == 0")
	} else {
		w.Str(" >= 0")
	}
}

// IndexExpr implements OpPrinter.
func (w *TextWriter) IndexExpr(e *AffineExpr, dims []string, sym func(i int64)) {
	defer w.naming(dims, sym)()
	w.affineExpr(e, false)
}

// IndexConstraint implements OpPrinter.
func (w *TextWriter) IndexConstraint(e *AffineExpr, eq bool, dims []string, sym func(i int64)) {
	defer w.naming(dims, sym)()
	w.constraint(e, eq)
}

// naming sets how dimensions and symbols are written until done is called.
func (w *TextWriter) naming(dims []string, syms func(i int64)) (done func()) {
	oldDims, oldSyms := w.dims, w.syms
	w.dims, w.syms = dims, syms
	return func() { w.dims, w.syms = oldDims, oldSyms }
}

func (w *TextWriter) dim(i int64) {
	if i < int64(len(w.dims)) {
		w.Str(w.dims[i])
		return
	}
	w.Byte('d')
	w.Int(i)
}

func (w *TextWriter) sym(i int64) {
	if w.syms != nil {
		w.syms(i)
		return
	}
	w.Byte('s')
	w.Int(i)
}

func (w *TextWriter) affineSpace(dims, syms int) {
	names := func(prefix byte, n int) {
		for i := range n {
			w.comma(i)
			w.Byte(prefix)
			w.Int(int64(i))
		}
	}
	w.Byte('(')
	names('d', dims)
	w.Byte(')')
	if syms > 0 {
		w.Byte('[')
		names('s', syms)
		w.Byte(']')
	}
}

var affineOpText = [...]string{AffineMul: " * ", AffineFloorDiv: " floordiv ", AffineCeilDiv: " ceildiv ", AffineMod: " mod "}

// affineExpr writes e; tight says that it is an operand of an operator that
// binds as tightly as a product, so that e needs parentheses unless it is a
// leaf.
func (w *TextWriter) affineExpr(e *AffineExpr, tight bool) {
	switch e.Op {
	case AffineConst:
		w.affineConst(e.Value, tight)
		return
	case AffineDim:
		w.dim(e.Value)
		return
	case AffineSym:
		w.sym(e.Value)
		return
	}
	if tight {
		w.Byte('(')
	}
	switch {
	case e.Op == AffineAdd:
		w.affineSum(e)
	case e.Op == AffineMul && e.RHS.Op == AffineConst && e.RHS.Value == -1:
		w.Byte('-')
		w.affineExpr(e.LHS, true)
	default:
		w.affineExpr(e.LHS, true)
		w.Str(affineOpText[e.Op])
		w.affineExpr(e.RHS, true)
	}
	if tight {
		w.Byte(')')
	}
}

// affineConst writes the least number as a sum: its digits alone are too many.
func (w *TextWriter) affineConst(v int64, tight bool) {
	switch {
	case v != math.MinInt64:
		w.Int(v)
	case tight:
		w.Str("(-9223372036854775807 - 1)")
	default:
		w.Str("-9223372036854775807 - 1")
	}
}

// affineSum writes a sum, as a difference when its right side is negative.
func (w *TextWriter) affineSum(e *AffineExpr) {
	w.affineExpr(e.LHS, false)
	r := e.RHS
	switch {
	case r.Op == AffineConst && r.Value == math.MinInt64:
		w.Str(" - 9223372036854775807 - 1")
	case r.Op == AffineConst && r.Value < 0:
		w.Str(" - ")
		w.Int(-r.Value)
	case r.Op == AffineMul && r.RHS.Op == AffineConst && r.RHS.Value == -1:
		w.Str(" - ")
		w.affineExpr(r.LHS, r.LHS.Op == AffineAdd)
	case r.Op == AffineMul && r.RHS.Op == AffineConst && r.RHS.Value < -1 && r.RHS.Value != math.MinInt64:
		w.Str(" - ")
		w.affineExpr(r.LHS, true)
		w.Str(" * ")
		w.Int(-r.RHS.Value)
	default:
		w.Str(" + ")
		w.affineExpr(r, false)
	}
}
