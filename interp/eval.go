package interp

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Limits bound what Evaluate executes: folding must end where a loop does not, and
// soon where an op or a loop is slow.
type Limits struct {
	// Steps is how many blocks may still run.
	Steps int
	// Work is how much they may still do.
	Work *Work
	// MaxBytes bounds the heap of the process, as in Options.
	MaxBytes int
	// Functions are those that may be called; nil for none. They are compiled
	// once.
	Functions *Module
}

// ErrSteps is the error of what executes more blocks than are allowed.
var ErrSteps = errors.New("takes too many steps")

// block takes one run of b from what is left; it is an error if that is not
// enough.
func (l *Limits) block(b *block) error {
	if l.Steps--; l.Steps < 0 {
		return ErrSteps
	}
	return l.Work.Spend((1 + len(b.code)) * perInstruction)
}

// Evaluate runs one op on given operands, outside of any program: constant
// folding uses it, so that a folded result has the bits a run would have. The
// regions of the op must use nothing but constants from outside of them. What
// they execute comes off the limits; nil is no limits.
func Evaluate(o *ir.Op, operands []*tensor.Tensor, limits *Limits) ([]*tensor.Tensor, error) {
	e, err := NewEvaluation(o, limits)
	if err != nil {
		return nil, err
	}
	return e.Run(operands)
}

// Evaluation is an op made ready for Evaluate, for as many runs as are wanted, one at a time. The
// op must not change.
type Evaluation struct {
	c      *compiler
	site   *Site
	step   Step
	limits *Limits
}

// NewEvaluation makes an op ready.
func NewEvaluation(o *ir.Op, limits *Limits) (*Evaluation, error) {
	c := newEvaluator(o, limits)
	s, err := c.site(o)
	if err != nil {
		return nil, err
	}
	for _, spec := range slices.Concat(s.In, s.Out) {
		if !spec.static() {
			return nil, ir.Errorf(o.Loc(), "'%s' op cannot be evaluated: its shapes are dynamic", o.Name())
		}
	}
	return c.ready(s, limits)
}

// Run runs the op on operands.
func (e *Evaluation) Run(operands []*tensor.Tensor) ([]*tensor.Tensor, error) {
	operands, err := e.c.captured(e.site, operands, e.limits)
	if err != nil {
		return nil, err
	}
	out := make([]*tensor.Tensor, len(e.site.Out))
	if views := e.site.Storage.Views; views != nil {
		for i, spec := range e.site.Out {
			if out[i], err = view(views[i], spec, operands[views[i].Operand]); err != nil {
				return nil, at(e.site.Op, err)
			}
		}
		return out, nil
	}
	for i, spec := range e.site.Out {
		if !e.site.Storage.Handed {
			out[i] = tensor.New(spec.DType, spec.Shape...)
		}
	}
	if err := e.c.run(e.site, &e.step, out, operands, newPool(e.limits.maxBytes()), e.limits); err != nil {
		return nil, err
	}
	return out, nil
}

// EvaluateElement runs an Elementwise op on one element of each operand, as if
// all operands and results had rank 0: the result of splats is a splat.
func EvaluateElement(o *ir.Op, operands []*tensor.Tensor) ([]*tensor.Tensor, error) {
	c := newEvaluator(o, nil)
	s, err := c.site(o)
	if err != nil {
		return nil, err
	}
	for i := range s.In {
		s.In[i].Shape = nil
	}
	for i := range s.Out {
		s.Out[i].Shape = nil
	}
	e, err := c.ready(s, nil)
	if err != nil {
		return nil, err
	}
	return e.Run(operands)
}

// maxFoldedCalls bounds calls inside of each other; most of the time there are
// none.
const maxFoldedCalls = 1000

func newEvaluator(o *ir.Op, limits *Limits) *compiler {
	m := &Module{ctx: o.Context(), programs: map[string]*Program{}, constants: map[*ir.Attr]*tensor.Tensor{}}
	if limits != nil && limits.Functions != nil {
		m = limits.Functions
	}
	return &compiler{module: m, program: &Program{fn: o}, regs: map[*ir.Value]int{}}
}

// ready is an op at its site made ready.
func (c *compiler) ready(s *Site, limits *Limits) (*Evaluation, error) {
	step, err := resolve(s, limits.maxBytes())
	if err != nil {
		return nil, err
	}
	return &Evaluation{c, s, step, limits}, nil
}

// maxBytes bounds the heap of the process; 0 for no bound.
func (l *Limits) maxBytes() int {
	if l == nil {
		return 0
	}
	return l.MaxBytes
}

// captured are operands, with the constants from outside that a prepared op uses behind them.
func (c *compiler) captured(s *Site, operands []*tensor.Tensor, limits *Limits) ([]*tensor.Tensor, error) {
	if len(s.Captured) == 0 {
		return operands, nil
	}
	f := &Frame{run: &run{ctx: c.module.ctx, pool: newPool(0), limits: limits}}
	if limits != nil {
		f.pool.budget.max = limits.MaxBytes
	}
	operands = slices.Clone(operands)
	for _, v := range s.Captured {
		a := ir.ConstantValue(v)
		if a == nil {
			return nil, ir.Errorf(s.Op.Loc(), "'%s' op cannot be evaluated: it uses a value from outside that is no constant", s.Op.Name())
		}
		t, err := f.constant(a)
		if err != nil {
			return nil, at(s.Op, err)
		}
		operands = append(operands, t)
	}
	return operands, nil
}

// run runs the step of one op.
func (c *compiler) run(s *Site, step *Step, out, operands []*tensor.Tensor, p *pool, limits *Limits) (err error) {
	r := &run{ctx: c.module.ctx, pool: p, result: &Result{}, maxDepth: maxFoldedCalls, limits: limits}
	f := &Frame{run: r, program: c.program, regs: make([]register, len(c.regs))}
	for v, r := range c.regs {
		// A constant inside is set once more when it is executed.
		if a := ir.ConstantValue(v); a != nil {
			if f.regs[r].value, err = f.constant(a); err != nil {
				return at(s.Op, err)
			}
		}
	}
	err = f.Spend(perInstruction)
	if err == nil {
		err = step.execute(f, &s.Storage, out, operands)
	}
	if err != nil {
		return at(s.Op, err)
	}
	return nil
}

// EvaluateInto is Evaluate without limits, with the results of an op that has
// storage for them (see analysis.StorageOf) where the caller wants them: of their
// types, and perhaps where an operand is that they may take over. workspace has
// as many bytes as the op asks for.
func EvaluateInto(o *ir.Op, operands, results []*tensor.Tensor, workspace []byte) error {
	c := newEvaluator(o, nil)
	s, err := c.site(o)
	if err != nil {
		return err
	}
	if operands, err = c.captured(s, operands, nil); err != nil {
		return err
	}
	fits := func(spec Spec, t *tensor.Tensor) bool { return spec.static() && spec.Matches(t) }
	if !slices.EqualFunc(s.In, operands, fits) || !slices.EqualFunc(s.Out, results, fits) {
		return ir.Errorf(o.Loc(), "'%s' op cannot be evaluated: operands and results are not of its types, with known extents", o.Name())
	}
	step, err := resolve(s, 0)
	if err != nil {
		return err
	}
	if step.Run == nil {
		return ir.Errorf(o.Loc(), "'%s' op cannot be evaluated into storage: nothing runs", o.Name())
	}
	p := newPool(0)
	p.live = len(workspace)
	p.release(&buffer{data: workspace, refs: 1}) // the step gets it, because it asks first
	return c.run(s, &step, results, operands, p, nil)
}

// constant is the value of a constant that a region uses.
func (f *Frame) constant(a *ir.Attr) (*tensor.Tensor, error) {
	size, err := bytesOf(a)
	if err == nil {
		err = f.Reserve(size)
	}
	if err == nil {
		err = f.Spend(size)
	}
	if err != nil {
		return nil, err
	}
	return DecodeElements(f.ctx, a)
}
