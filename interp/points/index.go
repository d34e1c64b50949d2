package points

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/tg-opt/tg/ir"
)

// indexCode is an index expression as steps on rows of numbers, which lie on a stack.
type indexCode struct {
	steps []indexStep
	depth int // of the stack
	nodes int // of the expression
	// plain says that no number on the way is large.
	plain bool
}

type indexStep struct {
	op    ir.AffineOp
	value int64 // of a constant, a dimension or a symbol; what is divided by
}

// maxIndexSteps bounds an expression.
const maxIndexSteps = 100_000

// compileIndex makes code of an expression over some axes.
func compileIndex(e *ir.AffineExpr, axes []Axis) (indexCode, error) {
	c := indexCode{}
	if err := c.add(e, 0); err != nil {
		return c, err
	}
	c.plain = true
	c.bound(e, axes)
	return c, nil
}

// bound is between which numbers an expression is; it notes large ones. Symbols may be any.
func (c *indexCode) bound(e *ir.AffineExpr, axes []Axis) (lo, hi int64) {
	switch e.Op {
	case ir.AffineConst:
		return e.Value, e.Value
	case ir.AffineDim:
		a := axes[e.Value]
		return a.Lower, plus(a.Lower, int64(a.Extent))
	case ir.AffineSym:
		c.plain = false
		return 0, 0
	}
	lo, hi = c.bound(e.LHS, axes)
	switch e.Op {
	case ir.AffineAdd:
		low, high := c.bound(e.RHS, axes)
		lo, hi = plus(lo, low), plus(hi, high)
	case ir.AffineMul:
		low, high := times(lo, e.RHS.Value), times(hi, e.RHS.Value)
		lo, hi = min(low, high), max(low, high)
	}
	const large = 1 << 62
	c.plain = c.plain && -large < lo && hi < large
	return lo, hi
}

// add appends an expression whose value is to be at a place of the stack.
func (c *indexCode) add(e *ir.AffineExpr, at int) error {
	c.depth = max(c.depth, at+1)
	if c.nodes++; c.nodes > maxIndexSteps {
		return fmt.Errorf("has an index expression of more than %d steps", maxIndexSteps)
	}
	switch e.Op {
	case ir.AffineConst, ir.AffineDim, ir.AffineSym:
		c.steps = append(c.steps, indexStep{e.Op, e.Value})
		return nil
	}
	if err := c.add(e.LHS, at); err != nil {
		return err
	}
	if e.Op != ir.AffineAdd && e.RHS.Op == ir.AffineConst {
		if e.RHS.Value == 0 && e.Op != ir.AffineMul || e.RHS.Value < 0 && e.Op == ir.AffineMod {
			return fmt.Errorf("has an index expression that divides by %d", e.RHS.Value)
		}
		c.steps = append(c.steps, indexStep{e.Op, e.RHS.Value})
		return nil
	}
	if e.Op != ir.AffineAdd {
		return fmt.Errorf("has an index expression that multiplies or divides by what is no constant")
	}
	if err := c.add(e.RHS, at+1); err != nil {
		return err
	}
	c.steps = append(c.steps, indexStep{op: ir.AffineAdd})
	return nil
}

// run computes n values of the expression into stack[0].
func (c *indexCode) run(stack [][]int64, dims, syms [][]int64, n int) []int64 {
	top := -1
	for i := range c.steps {
		st := &c.steps[i]
		switch st.op {
		case ir.AffineConst:
			top++
			fill(stack[top][:n], st.value)
			continue
		case ir.AffineDim:
			top++
			copy(stack[top][:n], dims[st.value])
			continue
		case ir.AffineSym:
			top++
			copy(stack[top][:n], syms[st.value])
			continue
		case ir.AffineAdd:
			addRows(stack[top-1][:n], stack[top][:n], c.plain)
			top--
			continue
		}
		row := stack[top][:n]
		if c.plain && st.quick(row) {
			continue
		}
		switch st.op {
		case ir.AffineMul:
			for k, v := range row {
				row[k] = times(v, st.value)
			}
		case ir.AffineFloorDiv:
			for k, v := range row {
				row[k] = floorDiv(v, st.value)
			}
		case ir.AffineCeilDiv:
			for k, v := range row {
				row[k] = ceilDiv(v, st.value)
			}
		case ir.AffineMod:
			for k, v := range row {
				if v %= st.value; v < 0 {
					v += st.value
				}
				row[k] = v
			}
		}
	}
	return stack[0][:n]
}

func fill(row []int64, v int64) {
	for k := range row {
		row[k] = v
	}
}

// quick is a step on a row of numbers that are not large, where that is easy.
func (st *indexStep) quick(row []int64) bool {
	switch v := st.value; {
	case st.op == ir.AffineMul:
		for k := range row {
			row[k] *= v
		}
	case v <= 0 || v&(v-1) != 0:
		return false
	case st.op == ir.AffineFloorDiv:
		shift := bits.TrailingZeros64(uint64(v))
		for k := range row {
			row[k] >>= shift
		}
	case st.op == ir.AffineMod:
		for k := range row {
			row[k] &= v - 1
		}
	default:
		return false
	}
	return true
}

func addRows(to, from []int64, plain bool) {
	from = from[:len(to)]
	if plain {
		for k := range to {
			to[k] += from[k]
		}
		return
	}
	for k := range to {
		to[k] = plus(to[k], from[k])
	}
}

// plus and times stop at the least and at the greatest number: an index that is a value may be any.
func plus(a, b int64) int64 {
	sum := a + b
	if (a^sum)&(b^sum) < 0 {
		return extreme(a < 0)
	}
	return sum
}

func times(a, b int64) int64 {
	const small = 1 << 31
	if a < small && a > -small && b < small && b > -small {
		return a * b
	}
	if p := a * b; a == 0 || p/a == b && !(a == -1 && b == math.MinInt64) {
		return p
	}
	return extreme((a < 0) != (b < 0))
}

func extreme(negative bool) int64 {
	if negative {
		return math.MinInt64
	}
	return math.MaxInt64
}

func floorDiv(a, b int64) int64 {
	if b == -1 {
		return times(a, -1)
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 {
	if b == -1 {
		return times(a, -1)
	}
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

// linearForm is an expression over axes as a sum: what each axis is multiplied by, and a number. ok
// is false for others, and where numbers are large.
func linearForm(e *ir.AffineExpr, axes int) (coefficients []int64, rest int64, ok bool) {
	coefficients = make([]int64, axes)
	rest, ok = addLinear(coefficients, e, 1)
	const large = 1 << 40
	for _, c := range coefficients {
		ok = ok && -large < c && c < large
	}
	return coefficients, rest, ok && -large < rest && rest < large
}

// addLinear adds an expression, so many times, and returns the number in it.
func addLinear(coefficients []int64, e *ir.AffineExpr, scale int64) (rest int64, ok bool) {
	switch e.Op {
	case ir.AffineConst:
		return times(e.Value, scale), true
	case ir.AffineDim:
		coefficients[e.Value] = plus(coefficients[e.Value], scale)
		return 0, true
	case ir.AffineAdd:
		a, fine := addLinear(coefficients, e.LHS, scale)
		b, ok := addLinear(coefficients, e.RHS, scale)
		return plus(a, b), fine && ok
	case ir.AffineMul:
		if e.RHS.Op == ir.AffineConst {
			return addLinear(coefficients, e.LHS, times(scale, e.RHS.Value))
		}
	}
	return 0, false
}
