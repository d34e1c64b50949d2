package tedialect

import (
	"slices"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/points"
	"github.com/tg-opt/tg/interp/scalar"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// bodyWriter writes a region of a compute as a program over single elements.
type bodyWriter struct {
	site    *interp.Site
	builder *scalar.Builder
	body    *points.Body
	values  map[*ir.Value]scalar.Register
	stages  map[*ir.Value]int // the section from which on a value is there
	results []scalar.Register // those of the program
	numbers map[*ir.Value]int // of those that inputs name
}

// bodyOf is a region of the op of a site. Values by which elements are read are computed in a
// section of the program before those that read.
func bodyOf(s *interp.Site, block *ir.Block) (*points.Body, error) {
	w := &bodyWriter{
		site: s, builder: scalar.NewBuilder(), body: &points.Body{}, values: map[*ir.Value]scalar.Register{}, stages: map[*ir.Value]int{},
		numbers: map[*ir.Value]int{},
	}
	for _, a := range block.Args() {
		if err := w.input(a, points.Input{Kind: points.Passed}); err != nil {
			return nil, err
		}
	}
	ops, last := w.sections(block)
	yields := block.Last().Operands()
	for _, o := range ops {
		if err := w.inputsOf(o, len(yields)); err != nil {
			return nil, err
		}
	}
	for _, v := range yields {
		if err := w.captured(v); err != nil {
			return nil, err
		}
	}
	for section := 0; section <= last; section++ {
		if section > 0 {
			w.builder.Mark()
		}
		for _, o := range ops {
			if w.stageOf(o) != section {
				continue
			}
			if err := w.op(o); err != nil {
				return nil, err
			}
		}
	}
	for _, v := range yields {
		w.results = append(w.results, w.values[v])
	}
	named := make([]scalar.Register, len(w.numbers))
	for v, n := range w.numbers {
		named[n-len(yields)] = w.values[v]
	}
	w.results = append(w.results, named...)
	var err error
	if len(block.Args()) > 0 {
		w.body.Program, err = w.builder.FinishLoop(w.results[:len(yields)], w.results...)
	} else {
		w.body.Program, err = w.builder.Finish(w.results...)
	}
	return w.body, err
}

// sections finds the section of each op but the terminator, and the last one.
func (w *bodyWriter) sections(block *ir.Block) (ops []*ir.Op, last int) {
	for o := block.First(); o != block.Last(); o = o.Next() {
		stage := 0
		for i, v := range o.Operands() {
			if at, inside := w.stages[v]; inside && !(o.Is(Read) && i == 0) {
				if o.Is(Read) {
					at++ // what it is read by is computed before
				}
				stage = max(stage, at)
			}
		}
		for _, v := range o.Results() {
			w.stages[v] = stage
		}
		ops, last = append(ops, o), max(last, stage)
	}
	return ops, last
}

func (w *bodyWriter) stageOf(o *ir.Op) int { return w.stages[o.Result(0)] }

// input makes an input of a value.
func (w *bodyWriter) input(v *ir.Value, in points.Input) error {
	spec, err := interp.SpecOf(v.Type())
	if err != nil {
		return err
	}
	in.DType = spec.DType
	w.values[v] = w.builder.Input(spec.DType, 1)
	w.body.Inputs = append(w.body.Inputs, in)
	return nil
}

// inputsOf makes inputs of what an op is, if it is one of te, and of what it uses from outside.
func (w *bodyWriter) inputsOf(o *ir.Op, yields int) error {
	stage := w.stageOf(o)
	switch {
	case o.Is(Index):
		return w.input(o.Result(0), points.Input{Kind: points.Index, Stage: stage, At: o.Attr(te.MapAttr).AffineMap().Results})
	case o.Is(Guard):
		return w.input(o.Result(0), points.Input{Kind: points.Holds, Stage: stage, Guard: o.Attr(te.GuardAttr).IntegerSet()})
	case !o.Is(Read):
		for _, v := range o.Operands() {
			if err := w.captured(v); err != nil {
				return err
			}
		}
		return nil
	}
	r := te.Read{Op: o}
	number := w.tensor(r.Tensor())
	in := points.Input{Kind: points.Element, Stage: stage, Tensor: number, Shape: w.site.In[number].Shape, At: r.Map().Results, Guard: r.Guard(), Else: -1}
	for _, v := range r.Values() {
		n, err := w.named(v, yields)
		if err != nil {
			return err
		}
		spec, err := interp.SpecOf(v.Type())
		if err != nil {
			return err
		}
		in.Values = append(in.Values, points.Value{Result: n, DType: spec.DType})
	}
	if v := r.Else(); v != nil {
		var err error
		if in.Else, err = w.named(v, yields); err != nil {
			return err
		}
	}
	return w.input(o.Result(0), in)
}

// tensor is the number of a value from outside among the tensors of the step.
func (w *bodyWriter) tensor(v *ir.Value) int {
	return w.site.Op.NumOperands() + slices.Index(w.site.Captured, v)
}

// captured makes an input of a value from outside.
func (w *bodyWriter) captured(v *ir.Value) error {
	if _, inside := w.stages[v]; inside {
		return nil
	}
	if _, known := w.values[v]; known {
		return nil
	}
	return w.input(v, points.Input{Kind: points.Number, Tensor: w.tensor(v)})
}

// named is the number of the result of the program that a value is, for inputs to name.
func (w *bodyWriter) named(v *ir.Value, yields int) (int, error) {
	if err := w.captured(v); err != nil {
		return 0, err
	}
	n, known := w.numbers[v]
	if !known {
		n = yields + len(w.numbers)
		w.numbers[v] = n
	}
	return n, nil
}

// op writes an op of another dialect.
func (w *bodyWriter) op(o *ir.Op) error {
	if o.Def().Dialect() == Dialect {
		return nil
	}
	args := make([]scalar.Register, o.NumOperands())
	for i, v := range o.Operands() {
		args[i] = w.values[v]
	}
	results, err := interp.ScalarOp(w.builder, o, args)
	if err != nil {
		return o.Errorf("'%s' op cannot run in a compute: %s", o.Name(), err)
	}
	for i, v := range o.Results() {
		w.values[v] = results[i]
	}
	return nil
}
