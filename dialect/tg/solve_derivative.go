package tg

import (
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/interp/solve"
	"github.com/tg-opt/tg/ir"
)

// Derivatives of factors and of solutions of systems of equations. Matrices are the last two
// dimensions of values, the others are batches.

// matrix is a value whose matrices have the given rows and columns, as labels of contracted.
func matrix(v *ir.Value, rows, columns int) labelled {
	l := labelled{v: v}
	for d := range v.Type().Rank() - 2 {
		l.labels = append(l.labels, columnOf+1+d)
	}
	l.labels = append(l.labels, rows, columns)
	return l
}

// The labels of the rows and columns of products, and of what is summed.
const (
	rowOf = iota
	innerOf
	columnOf
)

// product is x y for matrices of the shape of the third value.
func product(m *autodiff.Maker, x, y, like *ir.Value) *ir.Value {
	return contracted(m, matrix(x, rowOf, innerOf), matrix(y, innerOf, columnOf), matrix(like, rowOf, columnOf))
}

// adjoint is v with its matrices transposed and conjugated.
func adjoint(m *autodiff.Maker, v *ir.Value) *ir.Value {
	return matrixTransposed(m, conjugated(m, v))
}

// where tells of each element of the square matrices of v whether its row compares with its column
// as direction says.
func where(m *autodiff.Maker, v *ir.Value, direction string) *ir.Value {
	e := extentMaker{m}
	rank := v.Type().Rank()
	shape := []extent{e.of(v, rank-2), e.of(v, rank-1)}
	t := m.Ctx.Tensor([]int64{shape[0].inType(), shape[1].inType()}, m.Ctx.I64())
	var places []*ir.Value
	for dim := range int64(2) {
		attr := ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(dim)}
		if allKnown(shape) {
			places = append(places, m.MakeTyped(Iota, t, nil, attr))
		} else {
			places = append(places, m.MakeTyped(DynamicIota, t, []*ir.Value{e.list(shape)}, attr))
		}
	}
	return m.Make(Compare, places, ir.NamedAttr{Name: "direction", Value: m.Ctx.StringAttr(direction)})
}

// selected is v where a condition holds, and elsewhere another value, 0 for nil.
func selected(m *autodiff.Maker, condition, v, other *ir.Value) *ir.Value {
	if other == nil {
		other = m.Constant(v.Type().Elem(), 0)
	}
	return m.MakeTyped(Select, v.Type(), []*ir.Value{condition, v, other})
}

// halved is the lower triangle of v with half of its diagonal, the Phi of the literature.
func halved(m *autodiff.Maker, v *ir.Value) *ir.Value {
	half := m.Make(Mul, []*ir.Value{v, m.Constant(v.Type().Elem(), 0.5)})
	return selected(m, where(m, v, "gt"), v, selected(m, where(m, v, "eq"), half, nil))
}

// solved is the solution of a triangular system.
func solved(m *autodiff.Maker, s solve.System, a, b *ir.Value) *ir.Value {
	word := func(name, yes, no string, is bool) ir.NamedAttr {
		if !is {
			yes = no
		}
		return ir.NamedAttr{Name: name, Value: m.Ctx.StringAttr(yes)}
	}
	attrs := []ir.NamedAttr{word("side", "left", "right", s.Left), word("triangle", "lower", "upper", s.Lower)}
	if s.Transpose {
		attrs = append(attrs, word("transpose_a", "adjoint", "transpose", s.Conjugate))
	}
	if s.Unit {
		attrs = append(attrs, ir.NamedAttr{Name: "unit_diagonal", Value: m.Ctx.Unit()})
	}
	return m.MakeTyped(TriangularSolve, b.Type(), []*ir.Value{a, b}, attrs...)
}

// choleskyDerivative is that of a factor l of which only a triangle of a is read, to first order dl
// = l halved(l^-1 da l^-*): Murray, "Differentiation of the Cholesky decomposition", 2016. The
// gradient has that triangle only, as the op reads no other. An upper factor is the adjoint of a
// lower one.
var choleskyDerivative = autodiff.Rule{
	Reads: "the factor",
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		if t[0] == nil {
			return []*ir.Value{nil}
		}
		l, to, back := lowerFactor(m, o)
		half := halved(m, to(t[0]))
		da := m.Make(Add, []*ir.Value{half, adjoint(m, half)})
		da = solved(m, solve.System{Left: true, Lower: true}, l, da)
		da = solved(m, solve.System{Lower: true, Transpose: true, Conjugate: true}, l, da)
		return []*ir.Value{back(product(m, l, halved(m, da), l))}
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		l, to, back := lowerFactor(m, o)
		p := halved(m, product(m, adjoint(m, l), to(g[0]), l))
		p = solved(m, solve.System{Left: true, Lower: true, Transpose: true, Conjugate: true}, l, p)
		p = solved(m, solve.System{Lower: true}, l, p)
		return []*ir.Value{back(halved(m, m.Make(Add, []*ir.Value{p, adjoint(m, p)})))}
	},
}

// lowerFactor is the lower factor of a Cholesky decomposition, with what makes (co)tangents of the
// op those of a lower one, and back.
func lowerFactor(m *autodiff.Maker, o *ir.Op) (l *ir.Value, to, back func(v *ir.Value) *ir.Value) {
	if o.Attr("triangle").Text() == "lower" {
		same := func(v *ir.Value) *ir.Value { return v }
		return o.Result(0), same, same
	}
	swap := func(v *ir.Value) *ir.Value { return adjoint(m, v) }
	return swap(o.Result(0)), swap, swap
}

// triangularSolveDerivative: of op(a) x = b the tangent of x solves the system for that of b less
// op(da) x, and its cotangent the adjoint system. x op(a) = b is alike. What the op does not read
// of a has no derivative.
var triangularSolveDerivative = autodiff.Rule{
	Reads: "a, and if that varies the result",
	JVP:   triangularSolveJVP,
	VJP:   triangularSolveVJP,
}

func triangularSolveJVP(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
	s, x, right := systemOf(o.Attr), o.Result(0), t[1]
	if t[0] != nil {
		da := triangleOf(m, s, t[0])
		switch {
		case s.Conjugate:
			da = adjoint(m, da)
		case s.Transpose:
			da = matrixTransposed(m, da)
		}
		first, second := da, x
		if !s.Left {
			first, second = x, da
		}
		less := product(m, first, second, x)
		if right == nil {
			right = m.Make(Neg, []*ir.Value{less})
		} else {
			right = m.Make(Sub, []*ir.Value{right, less})
		}
	}
	if right == nil {
		return []*ir.Value{nil}
	}
	return []*ir.Value{solved(m, s, o.Operand(0), right)}
}

func triangularSolveVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	s, a, x := systemOf(o.Attr), o.Operand(0), o.Result(0)
	other, matrices := s, a
	switch {
	case !s.Transpose:
		other.Transpose, other.Conjugate = true, true
	case s.Conjugate:
		other.Transpose, other.Conjugate = false, false
	default: // conjugated, but not transposed
		other.Transpose, matrices = false, conjugated(m, a)
	}
	b := solved(m, other, matrices, g[0])
	out := []*ir.Value{nil, b}
	if !m.Active(0) {
		return out
	}
	// That of op(a) is -b x* on the left, -x* b on the right: its rows are those of b there, and
	// its columns those of b here.
	rows, columns := rowOf, columnOf
	if s.Transpose {
		rows, columns = columnOf, rowOf
	}
	if s.Conjugate {
		b = conjugated(m, b)
	} else {
		x = conjugated(m, x)
	}
	var ct *ir.Value
	if s.Left {
		ct = contracted(m, matrix(b, rowOf, innerOf), matrix(x, columnOf, innerOf), matrix(a, rows, columns))
	} else {
		ct = contracted(m, matrix(x, innerOf, rowOf), matrix(b, innerOf, columnOf), matrix(a, rows, columns))
	}
	out[0] = triangleOf(m, s, m.Make(Neg, []*ir.Value{ct}))
	return out
}

// triangleOf is what a system reads of its matrix.
func triangleOf(m *autodiff.Maker, s solve.System, v *ir.Value) *ir.Value {
	direction := "g"
	if !s.Lower {
		direction = "l"
	}
	if s.Unit {
		return selected(m, where(m, v, direction+"t"), v, nil)
	}
	return selected(m, where(m, v, direction+"e"), v, nil)
}
