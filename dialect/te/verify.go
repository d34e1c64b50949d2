package tedialect

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

var axisName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// isAxisName reports whether text can name an axis in index expressions.
func isAxisName(text string) bool {
	return axisName.MatchString(text) && !slices.Contains([]string{"floordiv", "ceildiv", "mod", "symbol"}, text)
}

var (
	isNames = ir.AttrConstraint{Desc: "array of distinct names of axes", Ok: func(a *ir.Attr) bool {
		if !a.Is(ir.ArrayAttr) {
			return false
		}
		seen := map[string]bool{}
		for _, e := range a.Elems() {
			if !e.Is(ir.StringAttr) || !isAxisName(e.Text()) || seen[e.Text()] {
				return false
			}
			seen[e.Text()] = true
		}
		return true
	}}
	isMap = ir.AttrConstraint{Desc: "affine map", Ok: func(a *ir.Attr) bool { return a.Is(ir.AffineMapAttr) }}
	isSet = ir.AttrConstraint{Desc: "integer set", Ok: func(a *ir.Attr) bool { return a.Is(ir.IntegerSetAttr) }}
)

// verifyCompute checks axes, results and operands.
func verifyCompute(o *ir.Op) error {
	c := te.Compute{Op: o}
	n, reduced := c.NumAxes(), c.NumReduced()
	extents := o.Attr(te.ExtentsAttr).Ints()
	lower := make([]int64, n)
	if a := o.Attr(te.LowerAttr); a != nil {
		lower = a.Ints()
	}
	switch {
	case len(extents) != n || len(lower) != n:
		return fmt.Errorf("must say where each of its %d axes begins and how long it is, but says it of %d and %d", n, len(lower), len(extents))
	case reduced < 0 || reduced > n:
		return fmt.Errorf("cannot reduce %d of %d axes", reduced, n)
	case o.NumResults() == 0:
		return errors.New("must have results")
	case o.NumRegions() > 2:
		return fmt.Errorf("must have a region, and perhaps one that combines, but has %d", o.NumRegions())
	case o.NumRegions() == 2 && c.Combiner() != "":
		return fmt.Errorf("has '%s' and a region that combines: only one of them can say how", c.Combiner())
	case reduced > 0 && !c.Reduces():
		return errors.New("must say how the elements of its reduction combine")
	case slices.Contains([]string{"and", "or", "xor"}, c.Combiner()) && slices.ContainsFunc(o.ResultTypes(), hasNoBits):
		return fmt.Errorf("can combine only whole numbers by '%s', but results in '%s'", c.Combiner(), o.Result(0).Type())
	case c.Combiner() != "" && slices.ContainsFunc(o.ResultTypes(), isNoNumber):
		return fmt.Errorf("cannot combine elements of '%s' by '%s'", o.Result(0).Type().Elem(), c.Combiner())
	case c.Combiner() != "" && o.NumResults() != 1:
		return fmt.Errorf("can combine by '%s' only what is one result, but has %d", c.Combiner(), o.NumResults())
	}
	dynamic := 0
	var known []int64
	for i, e := range extents {
		switch {
		case e == ir.Dynamic:
			dynamic++
		case e < 0 || lower[i] > math.MaxInt64-e:
			return fmt.Errorf("axis '%s' cannot have %d values from %d on", c.Names()[i], e, lower[i])
		default:
			known = append(known, e)
		}
	}
	if _, fits := shapes.Count(known); !fits {
		return errors.New("has more points than a number of 64 bits can tell")
	}
	return verifyComputeOperands(c, dynamic)
}

func hasNoBits(t *ir.Type) bool { return !t.Elem().IsInteger() && !t.Elem().IsIndex() }

func isNoNumber(t *ir.Type) bool {
	e := t.Elem()
	if e.IsComplex() {
		return !e.Elem().IsFloat()
	}
	return !e.IsInteger() && !e.IsIndex() && !e.IsFloat()
}

// verifyComputeOperands checks the operands and the types of results.
func verifyComputeOperands(c te.Compute, dynamic int) error {
	if c.NumOperands() < dynamic {
		return fmt.Errorf("has %d extents that operands say, but %d operands", dynamic, c.NumOperands())
	}
	for i, v := range c.Operands()[:dynamic] {
		if !v.Type().IsIndex() {
			return fmt.Errorf("extent #%d must be of type 'index', but is '%s'", i, v.Type())
		}
	}
	inits := c.Inits()
	switch n := len(inits); {
	case n > 0 && !c.Reduces():
		return errors.New("has initial values, but no reduction")
	case n > 0 && n != c.NumResults() || n == 0 && c.NumRegions() == 2:
		return fmt.Errorf("needs an initial value for each of the %d results, but has %d", c.NumResults(), n)
	}
	shape := c.Attr(te.ExtentsAttr).Ints()[:c.NumAxes()-c.NumReduced()]
	for i, v := range c.Results() {
		t := v.Type()
		if want := c.Context().Tensor(shape, t.Elem()); t != want {
			return fmt.Errorf("has axes for the type '%s', but result #%d is '%s'", want, i, t)
		}
		if len(inits) > 0 && inits[i].Type() != c.Context().Tensor(nil, t.Elem()) {
			return fmt.Errorf("initial value #%d must be '%s', but is '%s'", i, c.Context().Tensor(nil, t.Elem()), inits[i].Type())
		}
	}
	return nil
}

// verifyBodies checks the regions, when all ops in them are verified.
func verifyBodies(o *ir.Op) error {
	c := te.Compute{Op: o}
	var elems []*ir.Type
	for _, t := range o.ResultTypes() {
		elems = append(elems, o.Context().Tensor(nil, t.Elem()))
	}
	yields := elems
	if c.Combiner() == te.Dot {
		yields = []*ir.Type{elems[0], elems[0]}
		// Sums may be of a wider type than what is multiplied.
		if end := o.RegionAt(0).Last(); end != nil && end.Last() != nil && end.Last().NumOperands() == 2 {
			t := end.Last().Operand(0).Type()
			yields = []*ir.Type{t, t}
		}
	}
	if err := verifyBody(o, 0, nil, yields); err != nil {
		return err
	}
	if o.NumRegions() > 1 {
		if err := verifyBody(o, 1, slices.Concat(elems, elems), elems); err != nil {
			return err
		}
	}
	if c.Combiner() == te.Dot {
		return verifyFactors(c)
	}
	return nil
}

// verifyFactors checks what a chain of fused steps multiplies.
func verifyFactors(c te.Compute) error {
	from, to := c.Elements()[0].Type().Elem(), c.Result(0).Type().Elem()
	if from != to && to == c.Context().Bool() || from != to && !(from.IsFloat() && to.IsFloat() || from.IsInteger() && to.IsInteger()) {
		return fmt.Errorf("cannot sum products of '%s' as '%s'", from, to)
	}
	return nil
}

// verifyBody checks a region.
func verifyBody(o *ir.Op, i int, args, yields []*ir.Type) error {
	r := o.RegionAt(i)
	if !r.HasOneBlock() {
		return fmt.Errorf("region #%d must be one block", i)
	}
	block := r.First()
	var got []*ir.Type
	for _, a := range block.Args() {
		got = append(got, a.Type())
	}
	if !slices.Equal(args, got) {
		return fmt.Errorf("region #%d must take (%s), but takes (%s)", i, typeList(args), typeList(got))
	}
	end := block.Last()
	if !end.Is(Yield) {
		return fmt.Errorf("region #%d must end with 'te.yield'", i)
	}
	if got := end.OperandTypes(); !slices.Equal(yields, got) {
		return fmt.Errorf("region #%d must yield (%s), but yields (%s)", i, typeList(yields), typeList(got))
	}
	c := te.Compute{Op: o}
	for p := block.First(); p != end; p = p.Next() {
		var err error
		switch {
		case p.Def() != nil && p.Def().Dialect() == Dialect && i == 1:
			err = fmt.Errorf("'%s' must be in the region that computes elements, not in the one that combines them", p.Name())
		case p.Is(Read):
			err = verifyReadIn(c, te.Read{Op: p})
		case p.Is(Index):
			m := p.Attr(te.MapAttr).AffineMap()
			if err = verifyAxes(c, m.Dims); err == nil {
				err = verifyExprs(m.Results)
			}
		case p.Is(Guard):
			g := p.Attr(te.GuardAttr).IntegerSet()
			if err = verifyAxes(c, g.Dims); err == nil {
				err = verifyExprs(g.Constraints)
			}
		default:
			err = verifyScalar(p)
		}
		if err != nil {
			return p.Errorf("'%s' op %s", p.Name(), err).WithNote(o.Loc(), "it is in this compute")
		}
	}
	return nil
}

// verifyScalar checks an op of another dialect: it has no effects, no regions, and works on single
// elements.
func verifyScalar(p *ir.Op) error {
	if p.Def() == nil || !p.Has(ir.Pure) || p.NumRegions() > 0 || len(p.Successors()) > 0 {
		return errors.New("cannot be in a compute, whose ops work on single elements and have no effects and no regions")
	}
	_, runs := interp.Kernel.Get(p.Def())
	if _, tiles := interp.Tile.Get(p.Def()); runs && !tiles && !p.Has(ir.ConstantLike) {
		return errors.New("cannot be in a compute, whose ops work on single elements, as it works on whole tensors")
	}
	for _, t := range slices.Concat(p.OperandTypes(), p.ResultTypes()) {
		if !t.IsRankedTensor() || t.Rank() > 0 {
			return fmt.Errorf("cannot be in a compute, whose ops work on single elements, as it has the type '%s'", t)
		}
	}
	return nil
}

// verifyInside fails unless o is directly in a region of a compute.
func verifyInside(o *ir.Op) error {
	if _, ok := te.EnclosingCompute(o); !ok {
		return fmt.Errorf("must be in a region of 'te.compute'")
	}
	return nil
}

func verifyAxes(c te.Compute, dims int) error {
	if n := c.NumAxes(); n != dims {
		return fmt.Errorf("must have expressions over %d axes, but they are over %d", n, dims)
	}
	return nil
}

func typeList(list []*ir.Type) string {
	texts := make([]string, len(list))
	for i, t := range list {
		texts[i] = t.String()
	}
	return strings.Join(texts, ", ")
}
