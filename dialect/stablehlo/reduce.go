package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Reduce folds dimensions with a function.
var Reduce = Dialect.NewOp("stablehlo.reduce")

func init() {
	Reduce.Define(ir.OpDef{
		Doc: "Fold the given dimensions of the inputs, starting at the init values. The region gets the accumulated values, then an element of each input, and returns the new accumulated values.",
		Example: `func.func @f(%x: tensor<4x8xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs_and_init_values", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dimensions", Is: ir.IsInts}},
		Regions:  []ir.RegionArg{{Name: "body"}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		// The form is not a format: inputs and inits are pairs, and a region of one op is a word.
		Parse:  parseReduce,
		Print:  printReduce,
		Verify: verifyReduce,
		Slots: ir.Slots{
			likeKeyword(tg.Reduce, reduceKind, "dims", "dimensions"),
			convert.ToTG.Of(reduceToTG),
		},
	})
}

// ---- text

// parseReduce reads `(%x init: %i), ... applies OP across dimensions = [...]`
// or `(%x init: %i), ... across dimensions = [...] : type reducer(...) {...}`.
func parseReduce(p ir.OpParser, st *ir.OpState) {
	var inputs, inits []ir.UnresolvedOperand
	for p.Expect("("); ; p.Expect("(") {
		inputs = append(inputs, p.Operand())
		p.Expect("init")
		p.Expect(":")
		inits = append(inits, p.Operand())
		p.Expect(")")
		if !p.Try(",") {
			break
		}
	}
	pos := p.Pos()
	var op *ir.OpDef
	if p.Try("applies") {
		pos = p.Pos()
		name := p.Keyword()
		if op = p.Context().LookupOp(name); op == nil {
			p.Fail(pos, "unknown reducer '%s'%s", name, spelling.DidYouMean(name, reducers()))
		}
		if len(inputs) != 1 || !op.Has(ir.Commutative) || op.Dialect() != Dialect {
			p.Fail(pos, "'%s' cannot be applied: 'applies' takes one input and a commutative stablehlo op of two operands", name)
		}
	}
	for _, s := range []string{"across", "dimensions", "="} {
		p.Expect(s)
	}
	st.SetAttr("dimensions", ir.IsInts.Parse(p))
	finish(p, st, append(inputs, inits...)...)
	if op != nil {
		st.Regions = []*ir.Region{reducer(p, st, op, pos)}
	} else {
		st.Regions = []*ir.Region{parseReducer(p, len(inputs))}
	}
}

// reducers are the ops that may follow `applies`.
func reducers() []string {
	var names []string
	for _, d := range Dialect.Ops() {
		if d.Has(ir.Commutative) {
			names = append(names, d.Name())
		}
	}
	return names
}

// reducer is the region that applies op to the accumulated value and an
// element.
func reducer(p ir.OpParser, st *ir.OpState, op *ir.OpDef, pos ir.Pos) *ir.Region {
	c := p.Context()
	init := st.Operands[1].Type()
	if !init.IsTensor() || len(st.Results) != 1 {
		p.Fail(pos, "'%s' needs a tensor as init value and one result, but the init value is '%s' and there are %d results", op.Name(), init, len(st.Results))
	}
	scalar := c.Tensor(nil, init.Elem())
	r, b := &ir.Region{}, &ir.Block{}
	r.Append(b)
	build := ir.NewBuilder(c).AtEnd(b)
	args := []*ir.Value{b.AddArg(scalar, st.Loc), b.AddArg(scalar, st.Loc)}
	o := build.OpWithTypes(op, st.Loc, []*ir.Type{scalar}, args)
	build.OpWithTypes(Return, st.Loc, nil, o.Results())
	return r
}

// parseReducer reads `reducer(%a: T, %b: T) ... {...}` with a pair of an
// accumulated value and an element for each of n inputs.
func parseReducer(p ir.OpParser, n int) *ir.Region {
	p.Expect("reducer")
	args := make([]ir.RegionArgName, 2*n)
	for i := range n {
		p.Expect("(")
		args[i] = p.RegionArg()
		p.Expect(",")
		args[n+i] = p.RegionArg()
		p.Expect(")")
	}
	return p.Region(args...)
}

func printReduce(p ir.OpPrinter, o *ir.Op) {
	n := o.NumOperands() / 2
	for i := range n {
		if i > 0 {
			p.Str(", ")
		}
		p.Str("(")
		p.Operand(o.Operand(i))
		p.Str(" init: ")
		p.Operand(o.Operand(n + i))
		p.Str(")")
	}
	op := appliedOp(o.RegionAt(0))
	if op != nil && n == 1 && o.RegionAt(0).First().Arg(0).Type() == o.Context().Tensor(nil, o.Operand(1).Type().Elem()) {
		p.Str(" applies " + op.Name())
	} else {
		op = nil
	}
	p.Str(" across dimensions = ")
	p.Ints(o.Attr("dimensions").Ints())
	printTail(p, o, "dimensions")
	if op != nil {
		return
	}
	p.Newline()
	p.Str(" reducer")
	args := o.RegionAt(0).First().Args()
	for i := range n {
		p.Str("(")
		p.RegionArg(args[i])
		p.Str(", ")
		p.RegionArg(args[n+i])
		p.Str(") ")
	}
	p.Str(" ")
	p.Region(o.RegionAt(0), false, true)
}

// appliedOp is the op of a body that does nothing but apply a commutative
// stablehlo op to its two arguments, in order, and return the result; else nil.
func appliedOp(r *ir.Region) *ir.OpDef {
	if !r.HasOneBlock() || r.First().NumArgs() != 2 {
		return nil
	}
	b := r.First()
	o, ret := b.First(), b.Last()
	if o == nil || o.Next() != ret || o.Def() == nil || !ret.Is(Return) || o.NumOperands() != 2 || o.NumResults() != 1 || ret.NumOperands() != 1 {
		return nil
	}
	t := b.Arg(0).Type()
	plain := o.Attrs() == nil && o.Props() == nil && ret.Attrs() == nil && o.NumRegions() == 0
	if !plain || o.Def().Dialect() != Dialect || !o.Has(ir.Commutative) || ret.Operand(0) != o.Result(0) ||
		b.Arg(1).Type() != t || o.Result(0).Type() != t || o.Operand(0) != b.Arg(0) || o.Operand(1) != b.Arg(1) {
		return nil
	}
	return o.Def()
}

// ---- verification

func verifyReduce(o *ir.Op) error {
	n := o.NumOperands() / 2
	if n == 0 || o.NumOperands()%2 != 0 {
		return fmt.Errorf("requires an init value for each of one or more inputs, but got %d operands", o.NumOperands())
	}
	if o.NumResults() != n {
		return fmt.Errorf("requires a result per input, but has %d results for %d inputs", o.NumResults(), n)
	}
	dims := o.Attr("dimensions").Ints()
	first := o.Operand(0).Type()
	if err := checkDims("dimensions", dims, first.Rank()); err != nil {
		return err
	}
	body, err := reducerTypes(o, n)
	if err != nil {
		return err
	}
	for i := range n {
		t, init, acc := o.Operand(i).Type(), o.Operand(n+i).Type(), body[i]
		switch {
		case !isScalar(init):
			return fmt.Errorf("requires init values of rank 0, but got '%s'", init)
		case !slices.EqualFunc(t.Shape(), first.Shape(), fits):
			return fmt.Errorf("requires inputs of one shape, but got '%s' and '%s'", first, t)
		}
		if err := checkReduced(i, t, init, acc); err != nil {
			return err
		}
		want := o.Context().Tensor(without(t.Shape(), dims), acc.Elem())
		if got := o.Result(i).Type(); !ir.Compatible(want, got) {
			return fmt.Errorf("makes a result #%d of type '%s', but its type is '%s'", i, want, got)
		}
	}
	return nil
}

// checkReduced checks that elements of input i and its init value can become what is accumulated.
func checkReduced(i int, input, init, accumulated *ir.Type) error {
	if err := checkPromotable(fmt.Sprintf("input #%d", i), input, accumulated); err != nil {
		return err
	}
	return checkPromotable(fmt.Sprintf("init value #%d", i), init, accumulated)
}

// reducerTypes checks the arguments and results of the body and returns the
// types of the accumulated values.
func reducerTypes(o *ir.Op, n int) ([]*ir.Type, error) {
	r := o.RegionAt(0)
	if !r.HasOneBlock() || r.First().NumArgs() != 2*n {
		return nil, fmt.Errorf("requires a body with one block of %d arguments", 2*n)
	}
	b := r.First()
	ret := b.Last()
	if !ret.Is(Return) || ret.NumOperands() != n {
		return nil, fmt.Errorf("requires a body that ends with 'stablehlo.return' of %d values", n)
	}
	types := make([]*ir.Type, n)
	for i := range n {
		t := b.Arg(i).Type()
		switch {
		case !isScalar(t) || !isScalar(b.Arg(n+i).Type()):
			return nil, fmt.Errorf("requires a body whose arguments are tensors of rank 0, but got '%s' and '%s'", t, b.Arg(n+i).Type())
		case ret.Operand(i).Type() != t:
			return nil, fmt.Errorf("requires a body that returns what it accumulates: value #%d has type '%s', but the argument has '%s'", i, ret.Operand(i).Type(), t)
		}
		types[i] = t
	}
	return types, nil
}
