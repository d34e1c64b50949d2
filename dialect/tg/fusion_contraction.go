package tg

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// A fusion that begins with a contraction runs the elementwise ops behind it as its epilogue: on
// each block of results while that is in the cache.

// IsContraction reports whether an op is a sum of products that a fusion may begin with.
func IsContraction(o *ir.Op) bool { return o.Is(MatMul) || o.Is(DotGeneral) || o.Is(Conv) }

// contractionFusion is such a fusion, of static shapes.
type contractionFusion struct {
	contraction contract.Contraction
	depth       int    // of a sum
	factors     [2]int // operands of the fusion
	tail        *tail
	product     contract.Type
}

// contractionOf is the contraction that an op on static shapes is, and how many products make an
// element of its result.
func contractionOf(o *ir.Op) (c contract.Contraction, depth int, err error) {
	lhs, rhs, out := contractTypeOf(o.Operand(0).Type()), contractTypeOf(o.Operand(1).Type()), contractTypeOf(o.Result(0).Type())
	switch {
	case o.Is(Conv):
		d, w := convOf(o.Attr)
		depth = shapes.Product(rhs.Shape) / max(1, rhs.Shape[d.KernelOutput])
		c, err = contract.NewConv(d, w, out.DType, lhs, rhs)
	case o.Is(DotGeneral):
		dims := contractedDims(o.Attr)
		depth = 1
		for _, d := range dims.LHSContract {
			depth = interp.WorkOf(depth, lhs.Shape[d])
		}
		c, err = contract.NewDotGeneral(dims, out.DType, lhs, rhs)
	default:
		depth = lhs.Shape[len(lhs.Shape)-1]
		c, err = contract.NewMatMul(out.DType, lhs, rhs)
	}
	return c, depth, err
}

// beginsWithContraction reports whether the block of a fusion does.
func beginsWithContraction(block *ir.Block) bool {
	return block.First() != block.Last() && IsContraction(beginOf(block))
}

// beginOf is the first op in the block of a fusion that computes something: constants stand before
// it wherever they are used.
func beginOf(block *ir.Block) *ir.Op {
	o := block.First()
	for o != block.Last() && o.Has(ir.ConstantLike) {
		o = o.Next()
	}
	return o
}

// newContractionFusion is the fusion with this block and these operands. It fails, and says why,
// for one whose ops must run one by one.
func newContractionFusion(block *ir.Block, operands []*ir.Type) (*contractionFusion, error) {
	o := beginOf(block)
	for i, a := range block.Args() {
		if a.Type() != operands[i] || !a.Type().IsStatic() {
			return nil, fmt.Errorf("the shape of '%s' is not known", a.Type())
		}
	}
	for p := block.First(); p != block.Last(); p = p.Next() {
		if p.NumResults() != 1 || !allStatic(p) {
			return nil, fmt.Errorf("not all shapes of '%s' are known", p.Name())
		}
	}
	f := &contractionFusion{product: contractTypeOf(o.Result(0).Type())}
	for i := range f.factors {
		if f.factors[i] = slices.Index(block.Args(), o.Operand(i)); f.factors[i] < 0 {
			return nil, fmt.Errorf("a factor of '%s' is made in it", o.Name())
		}
	}
	var err error
	if f.contraction, f.depth, err = contractionOf(o); err != nil {
		return nil, err
	}
	spec, err := interp.SpecOf(o.Result(0).Type())
	if err != nil {
		return nil, err
	}
	t := tailTranslation{tail: newTail(spec), block: block, values: map[*ir.Value]int{}}
	for p := block.First(); p != block.Last(); p = p.Next() {
		translate := t.op
		if p == o {
			translate = t.epilogue
		}
		if err := translate(p); err != nil {
			return nil, err
		}
	}
	results := block.Last().Operands()
	if n, ok := t.values[results[0]]; len(results) != 1 || !ok || n != t.last() || n == 0 {
		return nil, errors.New("what a fusion with a contraction makes must be the result of its last op")
	}
	t.settle()
	f.tail = t.tail
	return f, nil
}

// tailTranslation makes a tail of ops.
type tailTranslation struct {
	*tail
	block  *ir.Block
	values map[*ir.Value]int // numbers of values or, complemented, of operands
}

// epilogue begins with the bias and the activation that the contraction has itself.
func (t *tailTranslation) epilogue(o *ir.Op) error {
	d := t.tail.values[0].dtype
	if o.NumOperands() > 2 {
		bias, err := t.arg(o.Operand(2))
		if err != nil {
			return err
		}
		if err := t.binary("add", 0, bias); err != nil {
			return err
		}
	}
	if a := o.Attr("activation"); a != nil {
		blocks, err := kernel.UnaryBlocks(a.Text(), d)
		if err != nil {
			return err
		}
		t.add(a.Text(), blocks, d, t.last())
	}
	t.values[o.Result(0)] = t.last()
	return nil
}

// arg is the number that stands for a value.
func (t *tailTranslation) arg(v *ir.Value) (int, error) {
	if n, ok := t.values[v]; ok {
		return n, nil
	}
	i := slices.Index(t.block.Args(), v)
	if i < 0 {
		return 0, errors.New("a value in it is not made of the product")
	}
	spec, err := interp.SpecOf(v.Type())
	if err != nil {
		return 0, err
	}
	t.values[v] = t.operand(i, spec.Shape, spec.DType)
	return t.values[v], nil
}

// op adds an op.
func (t *tailTranslation) op(o *ir.Op) error {
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	switch {
	case err != nil:
		return err
	case node.Kind == fusion.Constant:
		t.values[o.Result(0)] = t.constant(node.Data)
		return nil
	case node.Kind != fusion.Elementwise || len(node.Steps) > 0 || !node.Blocks.Takes(o.NumOperands()) || !slices.Equal(node.Shape, t.shape):
		return fmt.Errorf("'%s' does not go element by element", o.Name())
	}
	var args []int
	product := false
	for _, v := range o.Operands() {
		n, err := t.arg(v)
		if err != nil {
			return err
		}
		args, product = append(args, n), product || n >= 0
	}
	if !product {
		return fmt.Errorf("'%s' reads nothing that is made of the product", o.Name())
	}
	t.values[o.Result(0)] = t.add(o.Name()[len("tg."):], node.Blocks, node.DType, args...)
	return nil
}

// EndsContraction reports whether an op may follow a contraction with a result of that shape in a
// fusion.
func EndsContraction(o *ir.Op, shape []int64) bool {
	if !o.Has(ir.Elementwise) || o.Def().Dialect() != Dialect || o.NumResults() != 1 || !allStatic(o) || !slices.Equal(o.Result(0).Type().Shape(), shape) {
		return false
	}
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	return err == nil && node.Kind == fusion.Elementwise && len(node.Steps) == 0 && node.Blocks.Takes(o.NumOperands()) && !node.Blocks.Costly
}

// productBytes is the workspace for a product that is not where the result is.
func (f *contractionFusion) productBytes() int {
	if !f.tail.apart {
		return 0
	}
	size, err := tensor.ByteSize(f.product.DType, f.product.Shape)
	if err != nil {
		return 0 // which the contraction has refused
	}
	return (size + tensor.Alignment - 1) / tensor.Alignment * tensor.Alignment
}

// Storage is what the slot of the fusion says.
func (f *contractionFusion) Storage() analysis.Storage {
	s := factorStorage(f.contraction, f.factors, nil)
	s.Whole = true
	inner, product := s.Workspace, f.productBytes()
	s.Workspace = func(workers int) int { return shapes.Sum(product, inner(workers)) }
	return s
}

// step runs the fusion.
func (f *contractionFusion) step(s *interp.Site) (interp.Step, error) {
	r, err := newContractionRun(s, f.contraction, f.factors)
	if err != nil {
		return interp.Step{}, err
	}
	apart := f.productBytes()
	work := interp.WorkOf(shapes.Product(f.product.Shape), f.depth) / productsPerStep
	return interp.Step{Work: work, Run: func(frame *interp.Frame, out, in []*tensor.Tensor) error {
		workspace, product := frame.Workspace(), out[0]
		if f.tail.apart {
			product = tensor.Wrap(f.product.DType, f.product.Shape, workspace[:shapes.Product(f.product.Shape)*f.product.DType.Size()])
		}
		t := f.tail.run(out[0], product, in)
		r.run(frame, workspace[apart:], product, in, t.done)
		t.release()
		return nil
	}}, nil
}

// contractionFusionCost is the work of the contraction and of the ops behind it.
func contractionFusionCost(in *ir.Inference) cost.Work {
	block := in.Regions[0].First()
	o := beginOf(block)
	inner := ir.InferenceOf(o)
	w := cost.WorkOf(inner)
	n := cost.Elements(o.Result(0).Type())
	for p := o.Next(); p != block.Last(); p = p.Next() {
		if !p.Has(ir.ConstantLike) {
			w.Epilogue.Simple += n
		}
	}
	w.Read, w.Written = cost.Bytes(in.Operands...), cost.Bytes(in.Results...)
	return w
}

// RunsOneByOne says why a fusion of static shapes runs its ops one by one, nil if it does not.
func RunsOneByOne(o *ir.Op) error {
	block := o.RegionAt(0).First()
	_, err := TileProgram(o)
	if err != nil && beginsWithContraction(block) {
		_, err = newContractionFusion(block, o.OperandTypes())
	}
	return err
}
