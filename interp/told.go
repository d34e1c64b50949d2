package interp

import (
	"fmt"
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Ops whose last operands tell the shape of the result (analysis.ToldBy) are executed
// as the ops of fixed shapes that they are once the numbers are there. What these need
// is found out anew where shapes or numbers are others than the last time.

// ToldKernel is the kernel of an op that fills the slot analysis.ToldBy: it runs the
// kernel of the op that it is.
func ToldKernel(s *Site) (Step, error) {
	t := &toldStep{site: s}
	return Step{Run: t.run}, nil
}

type toldStep struct {
	site *Site

	mu      sync.Mutex
	numbers [][]int64
	is      *Site
	step    Step
}

func (t *toldStep) run(f *Frame, out, in []*tensor.Tensor) error {
	told, _ := analysis.ToldBy.Get(t.site.Op.Def())
	step, is, err := t.of(told, in[told.Numbers:])
	if err != nil {
		return err
	}
	if views := is.Storage.Views; views != nil {
		from, err := view(views[0], is.Out[0], in[views[0].Operand])
		if err == nil {
			copy(out[0].Bytes(), from.Bytes())
		}
		return err
	}
	return step.execute(f, &is.Storage, out, in[:told.Numbers])
}

// of is the op that this one is for such numbers, and its step.
func (t *toldStep) of(told *analysis.Told, lists []*tensor.Tensor) (Step, *Site, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.is != nil && areNumbers(lists, t.numbers) {
		return t.step, t.is, nil
	}
	numbers, err := numbersOf(lists)
	if err != nil {
		return Step{}, nil, err
	}
	in := ir.InferenceOf(t.site.Op)
	for i, spec := range t.site.In {
		in.Operands[i] = runTimeType(in.Ctx, in.Operands[i], spec)
	}
	static, err := told.Static(in, numbers)
	if err != nil {
		return Step{}, nil, err
	}
	block, operands := &ir.Block{}, make([]*ir.Value, told.Numbers)
	for i := range operands {
		operands[i] = block.AddArg(in.Operands[i], t.site.Op.Loc())
	}
	o, err := static.Create(ir.NewBuilder(in.Ctx).AtEnd(block), t.site.Op.Loc(), operands)
	if err != nil {
		return Step{}, nil, err
	}
	is := &Site{Op: o, In: t.site.In[:told.Numbers], Callee: t.site.Callee}
	spec, err := SpecOf(static.Result)
	if err != nil {
		return Step{}, nil, err
	}
	is.Out = []Spec{spec}
	step, err := is.step(0) // the result is there already
	if err != nil {
		return Step{}, nil, err
	}
	t.numbers, t.is, t.step = numbers, is, step
	return step, is, nil
}

// runTimeType is a type of operands of these extents. Encodings say nothing that a
// run would need.
func runTimeType(c *ir.Context, t *ir.Type, s Spec) *ir.Type {
	if !t.IsRankedTensor() {
		return t
	}
	shape := make([]int64, len(s.Shape))
	for d, n := range s.Shape {
		shape[d] = int64(n)
	}
	return c.Tensor(shape, t.Elem())
}

// numbersOf reads lists of integers.
func numbersOf(lists []*tensor.Tensor) ([][]int64, error) {
	numbers := make([][]int64, len(lists))
	for i, t := range lists {
		numbers[i] = make([]int64, t.Len())
		for k := range numbers[i] {
			n := t.Int64At(k)
			if n < 0 && t.DType() == tensor.U64 {
				return nil, fmt.Errorf("is told the number %d, which is too large", uint64(n))
			}
			numbers[i][k] = n
		}
	}
	return numbers, nil
}

// areNumbers reports whether lists are these numbers.
func areNumbers(lists []*tensor.Tensor, numbers [][]int64) bool {
	for i, t := range lists {
		if t.Len() != len(numbers[i]) {
			return false
		}
		for k, n := range numbers[i] {
			if t.Int64At(k) != n {
				return false
			}
		}
	}
	return true
}
