package tg

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// How a fusion becomes a tile program.

// prepareFusion makes the tile program of a fusion, so that nobody needs the ops
// in it compiled. That of dynamic shapes is made when they are known, and may
// turn out to be impossible.
func prepareFusion(o *ir.Op) any {
	for _, v := range o.Operands() {
		if !v.Type().IsStatic() {
			return nil
		}
	}
	program, err := TileProgram(o)
	if err != nil {
		return nil
	}
	return program
}

// TileProgram makes the tile program of a fusion of static shapes. It fails for
// one whose ops must run one by one, and says why.
func TileProgram(o *ir.Op) (*fusion.Program, error) {
	p, _, err := tileProgram(o, o.OperandTypes())
	return p, err
}

// tileProgram is TileProgram for operands of the given static types. It also
// returns the types of the results.
func tileProgram(o *ir.Op, operands []*ir.Type) (*fusion.Program, []*ir.Type, error) {
	t := &tileTranslation{graph: &fusion.Graph{}, nodes: map[*ir.Value]int{}, types: map[*ir.Value]*ir.Type{}}
	block := o.RegionAt(0).First()
	for i, a := range block.Args() {
		if err := t.add(a, operands[i], fusion.Node{Kind: fusion.Operand}); err != nil {
			return nil, nil, err
		}
	}
	for p := block.First(); p != block.Last(); p = p.Next() {
		if err := t.op(p); err != nil {
			return nil, nil, err
		}
	}
	var results []*ir.Type
	for _, v := range block.Last().Operands() {
		t.graph.Results = append(t.graph.Results, t.nodes[v])
		results = append(results, t.types[v])
	}
	program, err := fusion.Compile(t.graph)
	return program, results, err
}

// tileTranslation builds the graph of a tile program.
type tileTranslation struct {
	graph *fusion.Graph
	nodes map[*ir.Value]int
	types map[*ir.Value]*ir.Type // with the extents of this program
}

// add makes a node for v.
func (t *tileTranslation) add(v *ir.Value, typ *ir.Type, n fusion.Node) error {
	spec, err := interp.SpecOf(typ)
	if err != nil {
		return err
	}
	if !typ.IsStatic() {
		return fmt.Errorf("the shape of '%s' is not known", typ)
	}
	n.DType, n.Shape = spec.DType, spec.Shape
	t.nodes[v], t.types[v] = len(t.graph.Nodes), typ
	t.graph.Nodes = append(t.graph.Nodes, n)
	return nil
}

func (t *tileTranslation) op(o *ir.Op) error {
	if o.NumResults() != 1 {
		return fmt.Errorf("'%s' runs by itself", o.Name())
	}
	typ := o.Result(0).Type()
	if !typ.IsStatic() {
		in := ir.InferenceOf(o)
		for i, v := range o.Operands() {
			in.Operands[i] = t.types[v]
		}
		types, err := o.Def().Infer(in)
		if err != nil {
			return err
		}
		typ = types[0]
	}
	n := fusion.Node{}
	for _, v := range o.Operands() {
		n.Args = append(n.Args, t.nodes[v])
	}
	if err := t.describe(o, typ, &n); err != nil {
		return err
	}
	return t.add(o.Result(0), typ, n)
}

// describe says what o does.
func (t *tileTranslation) describe(o *ir.Op, typ *ir.Type, n *fusion.Node) (err error) {
	switch {
	case o.Is(Constant):
		n.Kind = fusion.Constant
		n.Data, err = constantData(o, typ)
	case o.Is(Iota):
		n.Kind, n.Dims = fusion.Iota, []int{int(o.Attr("dim").Int())}
	case o.Is(Broadcast):
		n.Kind, n.Dims = fusion.Broadcast, toInts(o.Attr("dims").Ints())
	case o.Is(Reshape):
		n.Kind = fusion.Reshape
	case o.Is(Reduce):
		kind := o.Attr("kind")
		if kind == nil || isArg(kind.Text()) {
			return errors.New("a reduction that keeps positions or has a region runs by itself")
		}
		n.Kind, n.Reduction, n.Dims = fusion.Reduce, kind.Text(), toInts(o.Attr("dims").Ints())
	case o.Has(ir.Elementwise):
		n.Kind = fusion.Elementwise
		n.Blocks, err = t.blocks(o, typ)
	default:
		return fmt.Errorf("'%s' runs by itself", o.Name())
	}
	return err
}

// constantData decodes a constant, a splat to its one element.
func constantData(o *ir.Op, typ *ir.Type) (*tensor.Tensor, error) {
	a := o.Attr("value")
	if a.Is(ir.DenseAttr) && a.IsSplat() {
		a = o.Context().Dense(o.Context().Tensor(nil, typ.Elem()), a.Raw())
	}
	return interp.DecodeElements(o.Context(), a)
}

// blocks is the loop of an elementwise op.
func (t *tileTranslation) blocks(o *ir.Op, typ *ir.Type) (kernel.Blocks, error) {
	d := func(i int) tensor.DType { return t.graph.Nodes[t.nodes[o.Operand(i)]].DType }
	switch {
	case o.Is(Select):
		return kernel.SelectBlocks(d(1))
	case o.Is(Clamp):
		return kernel.ClampBlocks(d(0))
	case o.Is(Compare):
		return kernel.CompareBlocks(o.Attr("direction").Text(), d(0), o.Attr("total_order") != nil)
	case o.Is(Convert):
		to, _ := interp.DTypeOf(typ.Elem())
		return kernel.ConvertBlocks(d(0), to)
	case o.Is(ReducePrecision):
		return kernel.ReducePrecisionBlocks(d(0), int(o.Attr("exponent_bits").Int()), int(o.Attr("mantissa_bits").Int()))
	case o.Is(Gelu) && o.Attr("approximate").Text() == "tanh":
		return kernel.UnaryBlocks("gelu_tanh", d(0))
	case o.NumOperands() == 1:
		return kernel.UnaryBlocks(o.Def().Mnemonic(), d(0))
	case o.NumOperands() == 2:
		return kernel.BinaryBlocks(o.Def().Mnemonic(), d(0))
	}
	return kernel.Blocks{}, fmt.Errorf("'%s' runs by itself", o.Name())
}

func fusionKernel(s *interp.Site) (interp.Step, error) {
	if program, ok := s.Prepared.(*fusion.Program); ok {
		return interp.Step{InPlace: program.InPlace(), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			program.Run(out, in)
			return nil
		}}, nil
	}
	operands := make([]*ir.Type, len(s.In))
	for i, spec := range s.In {
		operands[i] = s.Op.Operand(i).Type()
		if !operands[i].IsStatic() {
			shape := make([]int64, len(spec.Shape))
			for d, n := range spec.Shape {
				shape[d] = int64(n)
			}
			operands[i] = s.Op.Context().WithShape(operands[i], shape)
		}
	}
	program, results, err := tileProgram(s.Op, operands)
	if err != nil {
		body := s.Bodies[0]
		return interp.Step{Allocates: true, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
			values, err := body.Run(f, in)
			copy(out, values)
			return err
		}}, nil
	}
	// The program knows shapes that the types of the results do not tell.
	return interp.Step{Allocates: true, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		for i, t := range results {
			spec, err := interp.SpecOf(t)
			if err != nil {
				return err
			}
			size, err := tensor.ByteSize(spec.DType, spec.Shape)
			if err != nil {
				return err
			}
			if err := f.Reserve(size); err != nil {
				return err
			}
			out[i] = tensor.New(spec.DType, spec.Shape...)
		}
		program.Run(out, in)
		return nil
	}}, nil
}
