package chlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Scan goes along a dimension and hands values on.
var Scan = Dialect.NewOp("chlo.scan")

func init() {
	Scan.Define(ir.OpDef{
		Doc: "Go along one dimension of the inputs and hand values on. At each place the region gets the slices that are there, without that dimension, and the values that " +
			"the place before left, which are the init values at first. It returns slices of the outputs and the values for the next place, which become the last results. " +
			"With is_reverse the last place comes first. scan_dim_size is the number of places where no input tells it.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %init: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>) {
  %0:2 = chlo.scan(%x) inits (%init) dimension=1 {
  ^bb0(%slice: tensor<2xf32>, %sum: tensor<2xf32>):
    %1 = stablehlo.add %slice, %sum : tensor<2xf32>
    stablehlo.return %1, %1 : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyTensor).Own(), ir.Variadic("inits", ir.AnyTensor).Own()),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor).Own(), ir.Variadic("carries", ir.AnyTensor).Own()),
		Attrs: []ir.AttrArg{
			{Name: "dimension", Is: ir.IsI64},
			{Name: "is_reverse", Is: ir.IsBool, Default: func(c *ir.Context) *ir.Attr { return c.BoolAttr(false) }},
			{Name: "is_associative", Is: ir.IsBool, Optional: true},
			{Name: "scan_dim_size", Is: ir.IsI64, Optional: true},
		},
		Regions: []ir.RegionArg{{Name: "body"}},
		Traits:  ir.RecursiveEffects | ir.SingleBlock | ir.IsolatedFromAbove | ir.SizedOperands | ir.SizedResults,
		// The form is not a format: the types behind the region say how the results are divided.
		Parse:         parseScan,
		Print:         printScan,
		VerifyRegions: verifyScan,
		Slots: ir.Slots{
			cost.Model.Of(func(*ir.Inference) cost.Work { return cost.Work{Kind: cost.Control, Times: 1, UnknownTrips: true} }),
			convert.ToTG.Of(conversion(scanToTG)),
		},
	})
}

func parseScan(p ir.OpParser, st *ir.OpState) {
	p.Expect("(")
	inputs := p.Operands()
	p.Expect(")")
	p.Expect("inits")
	p.Expect("(")
	inits := p.Operands()
	p.Expect(")")
	p.Expect("dimension")
	p.Expect("=")
	st.SetAttr("dimension", p.Context().I64Attr(p.Int()))
	p.AttrDictKeyword(st)
	st.Regions = []*ir.Region{p.Region()}
	p.Expect(":")
	pos := p.Pos()
	sig := p.FuncType()
	outputs := len(sig.Results()) - len(inits)
	if outputs < 0 {
		p.Fail(pos, "expected a result type for each of %d init values, but got %d", len(inits), len(sig.Results()))
	}
	st.Operands = p.ResolveAll(slices.Concat(inputs, inits), sig.Inputs(), pos)
	st.Results = sig.Results()
	c := p.Context()
	st.SetAttr("operandSegmentSizes", c.IntArray(c.I32(), []int64{int64(len(inputs)), int64(len(inits))}))
	st.SetAttr("resultSegmentSizes", c.IntArray(c.I32(), []int64{int64(outputs), int64(len(inits))}))
}

func printScan(p ir.OpPrinter, o *ir.Op) {
	n := numInputs(o)
	p.Str("(")
	p.Operands(o.Operands()[:n])
	p.Str(") inits (")
	p.Operands(o.Operands()[n:])
	p.Str(") dimension=")
	p.Int(o.Attr("dimension").Int())
	p.AttrDictKeyword(o, "dimension", "operandSegmentSizes", "resultSegmentSizes")
	p.Str(" ")
	p.Region(o.RegionAt(0), true, true)
	p.Str(" : ")
	p.FuncType(o.OperandTypes(), o.ResultTypes())
}

func numInputs(o *ir.Op) int { return int(o.Attr("operandSegmentSizes").Ints()[0]) }

// verifyScan compares the operands with what the region takes, and the results with
// what it returns.
func verifyScan(o *ir.Op) error {
	inputs, carries := numInputs(o), o.NumOperands()-numInputs(o)
	outputs, dim := o.NumResults()-carries, o.Attr("dimension").Int()
	if inputs == 0 && outputs <= 0 {
		return fmt.Errorf("requires an input or an output")
	}
	if got := int(o.Attr("resultSegmentSizes").Ints()[1]); got != carries {
		return fmt.Errorf("requires a last result for each of %d init values, but has %d", carries, got)
	}
	extent, err := scanExtent(o)
	if err != nil {
		return err
	}
	b := o.RegionAt(0).First()
	if !o.RegionAt(0).HasOneBlock() || b.NumArgs() != o.NumOperands() {
		return fmt.Errorf("requires a body of one block with %d arguments", o.NumOperands())
	}
	for i, v := range o.Operands() {
		want := v.Type()
		if i < inputs {
			want = o.Context().WithShape(want, slices.Delete(slices.Clone(want.Shape()), int(dim), int(dim)+1))
		}
		if got := b.Arg(i).Type(); !ir.Compatible(want, got) {
			return fmt.Errorf("requires argument #%d of the body to have type '%s', but it has '%s'", i, want, got)
		}
	}
	end := b.Last()
	if !end.Is(stablehlo.Return) || end.NumOperands() != o.NumResults() {
		return fmt.Errorf("requires a body that ends with 'stablehlo.return' of %d values", o.NumResults())
	}
	for i, t := range o.ResultTypes() {
		want := end.Operand(i).Type()
		if i < outputs {
			if !want.HasRank() || dim > int64(want.Rank()) {
				return fmt.Errorf("requires slices of outputs with dimensions around dimension %d, but value #%d of the body is '%s'", dim, i, want)
			}
			want = o.Context().WithShape(want, slices.Insert(slices.Clone(want.Shape()), int(dim), extent))
		} else if init := o.Operand(inputs + i - outputs).Type(); !ir.Compatible(want, init) {
			return fmt.Errorf("requires value #%d of the body to have the type '%s' of its init value, but it has '%s'", i, init, want)
		}
		if !ir.Compatible(want, t) {
			return fmt.Errorf("makes a result #%d of type '%s', but its type is '%s'", i, want, t)
		}
	}
	return nil
}

// scanExtent is how many places there are, or ir.Dynamic.
func scanExtent(o *ir.Op) (int64, error) {
	dim, extent := o.Attr("dimension").Int(), int64(ir.Dynamic)
	if dim < 0 {
		return 0, fmt.Errorf("requires a dimension that is not negative, but got %d", dim)
	}
	if a := o.Attr("scan_dim_size"); a != nil {
		if extent = a.Int(); extent < 0 {
			return 0, fmt.Errorf("requires a scan_dim_size that is not negative, but got %d", extent)
		}
	}
	for i, v := range o.Operands()[:numInputs(o)] {
		t := v.Type()
		if dim >= int64(t.Rank()) {
			return 0, fmt.Errorf("requires inputs that have dimension %d, but input #%d is '%s'", dim, i, t)
		}
		switch n := t.Shape()[dim]; {
		case n == ir.Dynamic, n == extent:
		case extent == ir.Dynamic:
			extent = n
		default:
			return 0, fmt.Errorf("requires inputs with %d places along dimension %d, but input #%d is '%s'", extent, dim, i, t)
		}
	}
	return extent, nil
}

// scanToTG makes a loop of a scan, or the op that tg has for sums and the like.
func scanToTG(m *maker, o *ir.Op) []*ir.Value {
	extent, err := scanExtent(o)
	if err != nil {
		m.err = err
		return nil
	}
	for _, v := range slices.Concat(o.Operands(), o.Results()) {
		if t := v.Type(); !t.IsStatic() && extent == ir.Dynamic {
			return []*ir.Value{m.fail("'%s' has dynamic dimensions", t)}
		}
	}
	if kind := scanKind(o); kind != "" && extent > 0 {
		return cumulate(m, o, kind, extent)
	}
	inputs, dim := numInputs(o), o.Attr("dimension").Int()
	body := o.RegionAt(0).First()
	outputs := o.NumResults() - (o.NumOperands() - inputs)
	var state []*ir.Value
	for i, v := range body.Last().Operands()[:outputs] {
		t := m.Ctx.WithShape(v.Type(), slices.Insert(slices.Clone(v.Type().Shape()), int(dim), extent))
		if !t.IsStatic() {
			return []*ir.Value{m.fail("output #%d of type '%s' has dynamic dimensions", i, t)}
		}
		state = append(state, m.make(tg.Broadcast, t, []*ir.Value{m.zero(t.Elem())}, m.ints("dims")))
	}
	all := m.Operands(o)
	state = append(state, all[inputs:]...)
	if extent == 0 {
		return state
	}
	zero := m.number(m.Ctx.I64(), 0)
	return m.repeat(extent, state, func(i *ir.Value, state []*ir.Value) []*ir.Value {
		if o.Attr("is_reverse").Bool() {
			i = m.make(tg.Sub, i.Type(), []*ir.Value{m.number(m.Ctx.I64(), float64(extent-1)), i})
		}
		place := func(rank int) []*ir.Value {
			starts := slices.Repeat([]*ir.Value{zero}, rank)
			starts[dim] = i
			return starts
		}
		var args []*ir.Value
		for j, v := range all[:inputs] {
			args = append(args, m.slice(v, dim, place(v.Type().Rank()), body.Arg(j).Type()))
		}
		args = append(args, state[outputs:]...)
		if m.err != nil {
			return nil
		}
		values, err := m.Inline(body, args)
		if err != nil {
			m.err = err
			return nil
		}
		for j, v := range values[:outputs] {
			piece := m.reshape(v, slices.Insert(slices.Clone(v.Type().Shape()), int(dim), 1))
			t := state[j].Type()
			values[j] = m.make(tg.DynamicUpdateSlice, t, append([]*ir.Value{state[j], piece}, place(t.Rank())...))
		}
		return values
	})
}

// slice is what is at one place along a dimension, as a tensor of type t without that.
func (m *maker) slice(v *ir.Value, dim int64, starts []*ir.Value, t *ir.Type) *ir.Value {
	sizes := slices.Clone(v.Type().Shape())
	sizes[dim] = 1
	piece := m.make(tg.DynamicSlice, m.Ctx.WithShape(v.Type(), sizes), append([]*ir.Value{v}, starts...), m.ints("sizes", sizes...))
	return m.cast(piece, t)
}

// zero is 0 of any element type.
func (m *maker) zero(elem *ir.Type) *ir.Value {
	return m.constant(elem, make([]byte, ir.StorageBytes(elem)))
}

// scanKind is the keyword of a scan that combines one input with one value and returns the result
// twice, where tg.cumulate gives the same bits: sums and products of floats start from the
// keyword's neutral element or may be joined in any order.
func scanKind(o *ir.Op) string {
	if o.NumOperands() != 2 || numInputs(o) != 1 || o.NumResults() != 2 || !o.Operand(0).Type().IsStatic() {
		return ""
	}
	end := o.RegionAt(0).First().Last()
	if end.Operand(0) != end.Operand(1) {
		return ""
	}
	kind := stablehlo.ReduceKind(o.RegionAt(0))
	inOrder := o.Operand(0).Type().Elem().IsFloat() && (kind == "sum" || kind == "prod")
	if a := o.Attr("is_associative"); a != nil && a.Bool() {
		inOrder = false
	}
	if inOrder && !stablehlo.IsIdentity(o.Operand(1), kind) {
		return ""
	}
	return kind
}

// combiners are the ops that keywords stand for.
var combiners = map[string]*ir.OpDef{"sum": tg.Add, "prod": tg.Mul, "max": tg.Max, "min": tg.Min, "and": tg.And, "or": tg.Or, "xor": tg.Xor}

// cumulate makes a prefix reduction that starts from the init value, and takes the last value from
// it.
func cumulate(m *maker, o *ir.Op, kind string, extent int64) []*ir.Value {
	x, init, dim, reverse := m.Value(o.Operand(0)), m.Value(o.Operand(1)), o.Attr("dimension").Int(), o.Attr("is_reverse").Bool()
	t := o.Operand(0).Type()
	attrs := []ir.NamedAttr{m.word("kind", kind), m.dim(dim)}
	if reverse {
		attrs = append(attrs, ir.NamedAttr{Name: "reverse", Value: m.Ctx.Unit()})
	}
	all := m.make(tg.Cumulate, t, []*ir.Value{x}, attrs...)
	if !stablehlo.IsIdentity(o.Operand(1), kind) {
		shape := slices.Clone(t.Shape())
		shape[dim] = 1
		all = m.make(combiners[kind], t, []*ir.Value{m.reshape(init, shape), all})
	}
	starts, limits := make([]int64, t.Rank()), slices.Clone(t.Shape())
	if reverse {
		limits[dim] = 1
	} else {
		starts[dim] = extent - 1
	}
	shape := slices.Clone(t.Shape())
	shape[dim] = 1
	last := m.make(tg.Slice, m.Ctx.WithShape(t, shape), []*ir.Value{all}, m.ints("starts", starts...), m.ints("limits", limits...),
		m.ints("strides", slices.Repeat([]int64{1}, t.Rank())...))
	return []*ir.Value{all, m.cast(last, o.Result(1).Type())}
}
