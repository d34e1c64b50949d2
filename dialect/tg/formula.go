package tg

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
	"github.com/tg-opt/tg/tensor"
)

// An elementwise op can be defined by a formula of other elementwise ops. All that packages ask
// of such an op follows from what the ops of the formula say: the kernel, the steps in a fusion,
// the cost and the range of results.

// Term is a value in the formula of an elementwise op.
type Term struct {
	def    *ir.OpDef // of the op that computes the value; nil for an operand and a number
	args   []*Term
	number float64
	index  int // of an operand, from 1
}

// Number is a number, rounded to the element type of the operands.
func Number(v float64) *Term { return &Term{number: v} }

// Apply is an elementwise op on terms, rounded to the element type. The op has no attributes that
// it requires, and a result of the element type of its operands.
func Apply(def *ir.OpDef, args ...*Term) *Term { return &Term{def: def, args: args} }

// Elementwise defines an op on floats, of any dialect, as the formula of its operands says. They
// are named x, y and z, have one element type and shapes that broadcast. doc describes the op; its
// first sentence is the summary.
func Elementwise[F func(x *Term) *Term | func(x, y *Term) *Term | func(x, y, z *Term) *Term](def *ir.OpDef, doc string, of F) {
	x, y, z := &Term{index: 1}, &Term{index: 2}, &Term{index: 3}
	f := &formula{def: def, compiled: map[tensor.DType]func() (*formulaBody, error){}}
	switch of := any(of).(type) {
	case func(x *Term) *Term:
		f.operands, f.result = 1, of(x)
	case func(x, y *Term) *Term:
		f.operands, f.result = 2, of(x, y)
	case func(x, y, z *Term) *Term:
		f.operands, f.result = 3, of(x, y, z)
	}
	for _, d := range tensor.DTypes() {
		f.compiled[d] = sync.OnceValues(func() (*formulaBody, error) { return f.compile(d) })
	}
	f.define(doc)
}

// formula is an op that is defined by one.
type formula struct {
	def      *ir.OpDef
	operands int
	result   *Term
	compiled map[tensor.DType]func() (*formulaBody, error)
}

// formulaBody is a formula on scalars of one element type.
type formulaBody struct {
	result *ir.Value     // computed from the arguments of a block
	steps  []fusion.Node // that compute it in a tile program, without their shapes
	parts  []cost.Work   // what the ops do for one element
}

func (f *formula) define(doc string) {
	names := []string{"x", "y", "z"}[:f.operands]
	args, traits := make([]ir.ArgDef, len(names)), ir.Pure|ir.Elementwise
	for i, name := range names {
		args[i] = ir.Arg(name, floatTensor)
	}
	if f.operands > 1 {
		traits |= ir.Broadcasts
	}
	f.def.Define(ir.OpDef{
		Doc:      doc,
		Example:  f.example(names),
		Operands: args,
		Results:  ir.Args(ir.Arg("output", floatTensor)),
		Traits:   traits,
		Format:   "$" + strings.Join(names, " `,` $") + " attr-dict `:` same-type",
		Infer:    inferElementwise(keepElem),
		Fold:     foldElement,
		Slots: ir.Slots{
			autodiff.Derivative.Of(f.derivative()),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Plain),
			field.Of.Of(field.Meaning{Make: f.inField}),
			opgen.InstanceOf.Of(opgen.Instance{}),
			writesElementwise(f.write),
			rewrite.Patterns.Of(elementwisePatterns(f.def)),
			analysis.RangeOf.Of(f.rangeOf),
			cost.Model.Of(f.cost),
			cost.Timed.Of(cost.TimedCalls(f.def, f.operands, "f32", false)),
			analysis.StorageOf.Of(f.storage),
			interp.Kernel.Of(f.kernel),
			interp.Tile.Of(f.tile),
		},
	})
}

func (f *formula) example(names []string) string {
	var params, uses []string
	for _, name := range names {
		params, uses = append(params, "%"+name+": tensor<4xf32>"), append(uses, "%"+name)
	}
	return fmt.Sprintf("func.func @f(%s) -> tensor<4xf32> {\n  %%0 = %s %s : tensor<4xf32>\n  return %%0 : tensor<4xf32>\n}",
		strings.Join(params, ", "), f.def.Name(), strings.Join(uses, ", "))
}

// body is the formula on elements of type d.
func (f *formula) body(d tensor.DType) (*formulaBody, error) {
	compiled := f.compiled[d]
	if compiled == nil {
		return nil, fmt.Errorf("cannot be computed on elements of type %v", d)
	}
	return compiled()
}

// compile writes the ops of the formula into a block. They have a context of their own: that of a
// program need not know them.
func (f *formula) compile(d tensor.DType) (*formulaBody, error) {
	w := &formulaWriter{elem: d, block: &ir.Block{}, values: map[*Term]*ir.Value{}, nodes: map[*ir.Value]int{}, body: &formulaBody{}}
	dialects := []*ir.Dialect{Dialect}
	f.result.each(func(t *Term) {
		if t.def != nil && !slices.Contains(dialects, t.def.Dialect()) {
			dialects = append(dialects, t.def.Dialect())
		}
	})
	w.ctx = ir.NewContext(dialects...)
	w.scalar = w.ctx.Tensor(nil, interp.ElementType(w.ctx, d))
	for i := range f.operands {
		w.nodes[w.block.AddArg(w.scalar, 0)] = i
	}
	var err error
	if w.body.result, err = w.write(f.result); err != nil {
		return nil, fmt.Errorf("formula: %w", err)
	}
	if w.body.result.Def() == nil {
		return nil, errors.New("formula: computes nothing")
	}
	return w.body, nil
}

// each visits the term and all that it is made of.
func (t *Term) each(visit func(*Term)) {
	visit(t)
	for _, a := range t.args {
		a.each(visit)
	}
}

// formulaWriter writes a formula into a block of ops on scalars.
type formulaWriter struct {
	ctx    *ir.Context
	elem   tensor.DType
	scalar *ir.Type
	block  *ir.Block
	values map[*Term]*ir.Value
	nodes  map[*ir.Value]int // numbers that steps know values by: operands first, then steps
	body   *formulaBody
}

// write is the value of a term, which is computed once.
func (w *formulaWriter) write(t *Term) (*ir.Value, error) {
	if t.index > 0 {
		return w.block.Args()[t.index-1], nil
	}
	if v := w.values[t]; v != nil {
		return v, nil
	}
	def, attrs := t.def, []ir.NamedAttr(nil)
	if def == nil {
		def, attrs = Constant, []ir.NamedAttr{{Name: "value", Value: w.number(t.number)}}
	}
	operands, args := make([]*ir.Value, len(t.args)), make([]int, len(t.args))
	for i, a := range t.args {
		v, err := w.write(a)
		if err != nil {
			return nil, err
		}
		operands[i], args[i] = v, w.nodes[v]
	}
	o, err := ir.NewBuilder(w.ctx).AtEnd(w.block).Create(&ir.OpState{Name: w.ctx.OpName(def.Name()), Operands: operands, Attrs: attrs})
	if err == nil {
		err = ir.VerifyOp(o)
	}
	if err != nil {
		return nil, err
	}
	if o.NumResults() != 1 || o.Result(0).Type() != w.scalar {
		return nil, fmt.Errorf("'%s' makes no %s", def.Name(), w.scalar)
	}
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	if err != nil {
		return nil, err
	}
	node.Args = args
	v := o.Result(0)
	w.values[t], w.nodes[v] = v, len(w.block.Args())+len(w.body.steps)
	w.body.steps = append(w.body.steps, node)
	if work := cost.WorkOf(ir.InferenceOf(o)); work.Flops > 0 {
		w.body.parts = append(w.body.parts, work)
	}
	return v, nil
}

// number is the constant of a number.
func (w *formulaWriter) number(v float64) *ir.Attr {
	x := tensor.New(w.elem)
	x.SetFloat64(0, v)
	return interp.EncodeElements(w.ctx, w.scalar, x)
}

// rangeOf is what the ops of the formula tell.
func (f *formula) rangeOf(o *ir.Op, operand func(int) bounds) bounds {
	elem := o.Result(0).Type().Elem()
	d, _ := interp.DTypeOf(elem)
	body, err := f.body(d)
	if err != nil {
		return analysis.FullRange(elem)
	}
	return analysis.RangeOfArgs(body.result, operand)
}

// cost is one call of a function for each element, or what the ops of the formula do without
// storing what they hand to each other.
func (f *formula) cost(in *ir.Inference) cost.Work {
	w := cost.Calls(f.def.Mnemonic())(in)
	d, _ := interp.DTypeOf(in.Operands[0].Elem())
	if body, err := f.body(d); err == nil {
		w.Parts = body.parts
	}
	return w
}

// tile is the node with the steps of the formula.
func (f *formula) tile(s *interp.Site) (fusion.Node, error) {
	body, err := f.body(s.In[0].DType)
	if err != nil {
		return fusion.Node{}, err
	}
	return fusion.Node{Kind: fusion.Elementwise, Steps: body.steps}, nil
}

// kernel is the tile program of the one op.
func (f *formula) kernel(s *interp.Site) (interp.Step, error) {
	program, err := f.program(s)
	if err != nil {
		return interp.Step{}, err
	}
	return tileStep(program), nil
}

// storage is that of an elementwise op, with the workspace of the tile program.
func (f *formula) storage(in *ir.Inference) analysis.Storage {
	s := analysis.ElementwiseStorage(in)
	site := &interp.Site{}
	for _, t := range in.Operands {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return s // it is not executed
		}
		site.In = append(site.In, spec)
	}
	out, err := interp.SpecOf(in.Results[0])
	if err != nil {
		return s
	}
	site.Out = []interp.Spec{out}
	program := sync.OnceValue(func() *fusion.Program {
		p, _ := f.program(site) // the kernel tells the error
		return p
	})
	s.Workspace = func(workers int) int {
		if p := program(); p != nil {
			return p.Workspace(workers)
		}
		return 0
	}
	return s
}

// program is the tile program of the one op, of which it needs the shapes and types.
func (f *formula) program(s *interp.Site) (*fusion.Program, error) {
	node, err := f.tile(s)
	if err != nil {
		return nil, err
	}
	g := &fusion.Graph{Results: []int{len(s.In)}}
	for i, in := range s.In {
		g.Nodes = append(g.Nodes, fusion.Node{Kind: fusion.Operand, DType: in.DType, Shape: in.Shape})
		node.Args = append(node.Args, i)
	}
	node.DType, node.Shape = s.Out[0].DType, s.Out[0].Shape
	g.Nodes = append(g.Nodes, node)
	return fusion.Compile(g)
}

// tileStep runs a tile program whose results have known shapes.
func tileStep(program *fusion.Program) interp.Step {
	return interp.Step{Work: program.Work(), Reductions: program.Reductions(), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		program.Execute(f.Workspace(), out, in)
		return nil
	}}
}

// write writes the ops of the formula one by one.
func (f *formula) write(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	return f.make(x, func(v float64) *ir.Value { return numbersLike(w, x[0], v) },
		func(def *ir.OpDef, args []*ir.Value) *ir.Value { return w.As(def, nil, args) })
}

// derivative is that of the ops of the formula.
func (f *formula) derivative() autodiff.Rule {
	rule := autodiff.Through(func(m *autodiff.Maker, o *ir.Op) []*ir.Value {
		r := f.make(o.Operands(), func(v float64) *ir.Value { return m.Constant(o.Result(0).Type().Elem(), v) },
			func(def *ir.OpDef, args []*ir.Value) *ir.Value { return m.Make(def, args) })
		return []*ir.Value{r}
	})
	rule.Reads = "What the ops of its formula do."
	return rule
}

// make makes the formula of the operands x, with what makes a number and an op.
func (f *formula) make(x []*ir.Value, number func(v float64) *ir.Value, op func(def *ir.OpDef, args []*ir.Value) *ir.Value) *ir.Value {
	known := map[*Term]*ir.Value{}
	var term func(*Term) *ir.Value
	term = func(e *Term) *ir.Value {
		if e.index > 0 {
			return x[e.index-1]
		}
		if known[e] == nil {
			if e.def == nil {
				known[e] = number(e.number)
			} else {
				args := make([]*ir.Value, len(e.args))
				for i, a := range e.args {
					args[i] = term(a)
				}
				known[e] = op(e.def, args)
			}
		}
		return known[e]
	}
	return term(f.result)
}
