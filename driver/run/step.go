package run

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
)

// A step of a training is one function, so that it is optimised and planned as a
// whole: it calls the one that computes the loss and the gradients, and then the
// update of each parameter.

// trained is what the signature of a function says of training it.
type trained struct {
	fn *ir.Op
	*signature
	loss      int         // a result
	gradients map[int]int // results, by the argument that each is the gradient of
	params    []int       // these arguments, in order
	data      []int       // the other ones
}

// readTrained finds out which result is the loss, and which are gradients of what.
func readTrained(fn *ir.Op, s *signature) (*trained, error) {
	t := &trained{fn: fn, signature: s, loss: -1, gradients: map[int]int{}}
	marked, err := t.marked()
	if err == nil && !marked {
		err = t.byPosition()
	}
	if err == nil {
		err = t.check()
	}
	if err != nil {
		return nil, ir.Errorf(fn.Loc(), "function @%s cannot be trained: %s", s.function, err)
	}
	for i := range s.inputs {
		if _, ok := t.gradients[i]; ok {
			t.params = append(t.params, i)
		} else {
			t.data = append(t.data, i)
		}
	}
	return t, nil
}

// marked reads the attributes of results; any is false where there are none.
func (t *trained) marked() (any bool, err error) {
	dicts := t.fn.Attr("res_attrs")
	if dicts == nil || len(dicts.Elems()) != len(t.results) {
		return false, nil
	}
	for j, d := range dicts.Elems() {
		if d.Get(naming.Loss) != nil {
			if any = true; t.loss >= 0 {
				return any, fmt.Errorf("results #%d and #%d are both marked with %s", t.loss, j, naming.Loss)
			}
			t.loss = j
		}
		of := d.Get(naming.GradientOf)
		if of == nil {
			continue
		}
		any = true
		i, err := t.argument(of)
		if err != nil {
			return any, fmt.Errorf("result #%d: %w", j, err)
		}
		if k, twice := t.gradients[i]; twice {
			return any, fmt.Errorf("results #%d and #%d are both the gradient of %%%s", k, j, t.inputs[i].Name)
		}
		t.gradients[i] = j
	}
	if any && t.loss < 0 {
		for j := range t.results {
			if isLoss(t.results[j].Type) && !t.isGradient(j) {
				t.loss = j
				break
			}
		}
	}
	return any, nil
}

func (t *trained) isGradient(j int) bool {
	for _, k := range t.gradients {
		if k == j {
			return true
		}
	}
	return false
}

// argument is the one that an attribute means, by its name or its position.
func (t *trained) argument(of *ir.Attr) (int, error) {
	switch {
	case of.Is(ir.StringAttr):
		if i, ok := t.find(of.Text(), "arg"); ok {
			return i, nil
		}
		return 0, t.unknownArgument(of.Text())
	case of.Is(ir.IntegerAttr) && of.Int() >= 0 && of.Int() < int64(len(t.inputs)):
		return int(of.Int()), nil
	}
	return 0, fmt.Errorf("%s must be the name of an argument or its position, below %d, but is %s", naming.GradientOf, len(t.inputs), of)
}

// byPosition takes the first result for the loss, and those after it for the
// gradients of the first arguments.
func (t *trained) byPosition() error {
	if len(t.results) == 0 {
		return fmt.Errorf("it has no results, and needs a loss")
	}
	t.loss = 0
	for j := 1; j < len(t.results); j++ {
		i := j - 1
		if i >= len(t.inputs) {
			return fmt.Errorf("it has %s behind the loss, but only %s; results that are no gradients need those that are to be marked with %s", units.Counted(len(t.results)-1, "result"), units.Counted(len(t.inputs), "argument"), naming.GradientOf)
		}
		t.gradients[i] = j
	}
	return nil
}

func isLoss(t *ir.Type) bool { return t.IsRankedTensor() && t.Rank() == 0 && t.Elem().IsFloat() }

// check is an error unless there is a loss, and gradients of the types of the
// parameters.
func (t *trained) check() error {
	const convention = "; tg-run expects (parameters..., data...) -> (loss, gradients of the parameters in order), or results marked with " + naming.Loss + " and " + naming.GradientOf
	switch {
	case t.loss < 0:
		return fmt.Errorf("no result is a loss, a float of rank 0%s", convention)
	case !isLoss(t.results[t.loss].Type):
		return fmt.Errorf("result #%d is the loss, which must be a float of rank 0, but is a %s%s", t.loss, t.results[t.loss].Type, convention)
	case len(t.gradients) == 0:
		return fmt.Errorf("it returns no gradients%s", convention)
	case t.isGradient(t.loss):
		return fmt.Errorf("result #%d is both the loss and a gradient", t.loss)
	}
	for i, p := range t.inputs {
		j, ok := t.gradients[i]
		if !ok {
			continue
		}
		if g := t.results[j].Type; g != p.Type {
			return fmt.Errorf("result #%d is the gradient of argument %%%s, a %s, but is a %s%s", j, p.Name, p.Type, g, convention)
		}
		if !p.Type.IsRankedTensor() || !p.Type.IsStatic() {
			return fmt.Errorf("parameter %%%s must be a tensor whose extents are known, but is a %s", p.Name, p.Type)
		}
	}
	return nil
}

// slot is what a training keeps from step to step: a parameter, or what its update
// keeps of it.
type slot struct {
	name string
	typ  *ir.Type
	arg  int // the parameter itself; -1 for what its update keeps
}

// step is the function of a step: (slots..., data...) -> (loss, slots...).
type step struct {
	*trained
	fn    *ir.Op
	slots []slot
}

// makeStep adds the function of a step to the module.
func makeStep(module *ir.Op, t *trained, u *updates) (*step, error) {
	s := &step{trained: t}
	byArg := map[int]*update{}
	for _, i := range t.params {
		p := t.inputs[i]
		made, err := u.of(p)
		if err != nil {
			return nil, err
		}
		byArg[i] = made
		s.slots = append(s.slots, slot{p.Name, p.Type, i})
		for _, k := range made.order {
			s.slots = append(s.slots, slot{p.Name + "." + made.slots[k].Name, made.slots[k].Type, -1})
		}
	}
	if err := u.checkOptions(); err != nil {
		return nil, err
	}
	if err := s.checkNames(); err != nil {
		return nil, err
	}
	c := module.Context()
	in, out := []*ir.Type{}, []*ir.Type{t.results[t.loss].Type}
	for _, slot := range s.slots {
		in, out = append(in, slot.typ), append(out, slot.typ)
	}
	for _, i := range t.data {
		in = append(in, t.inputs[i].Type)
	}
	loc := t.fn.Loc()
	body := &ir.Block{}
	for _, typ := range in {
		body.AddArg(typ, loc)
	}
	s.body(c, body, byArg)
	region := &ir.Region{}
	region.Append(body)
	b := ir.NewBuilder(c).AtEnd(module.RegionAt(0).First())
	fn, err := b.Create(&ir.OpState{
		Name: c.OpName("func.func"), Loc: loc, Regions: []*ir.Region{region},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: c.StringAttr(freeName(module, t.function+".step"))},
			{Name: "function_type", Value: c.TypeAttr(c.Func(in, out))},
		},
	})
	if err != nil {
		return nil, err
	}
	s.fn = fn
	// Nothing else calls it any more: it goes where it is inlined.
	t.fn.SetAttr("sym_visibility", c.StringAttr("private"))
	return s, ir.Verify(module)
}

// body fills the block of a step.
func (s *step) body(c *ir.Context, body *ir.Block, byArg map[int]*update) {
	t, loc := s.trained, s.trained.fn.Loc()
	b := ir.NewBuilder(c).AtEnd(body)
	call := func(fn *ir.Op, operands []*ir.Value) []*ir.Value {
		o, err := b.Create(&ir.OpState{
			Name: c.OpName("func.call"), Loc: loc, Operands: operands, Results: slices.Clone(fn.Attr("function_type").Type().Results()),
			Attrs: []ir.NamedAttr{{Name: "callee", Value: c.Symbol(ir.SymbolName(fn))}},
		})
		if err != nil {
			panic(err) // the types of the results are given
		}
		return o.Results()
	}
	operands := make([]*ir.Value, len(t.inputs))
	for k, slot := range s.slots {
		if slot.arg >= 0 {
			operands[slot.arg] = body.Arg(k)
		}
	}
	for k, i := range t.data {
		operands[i] = body.Arg(len(s.slots) + k)
	}
	results := call(t.fn, operands)
	next := []*ir.Value{results[t.loss]}
	for k := 0; k < len(s.slots); {
		i := s.slots[k].arg
		u := byArg[i]
		operands := make([]*ir.Value, len(u.fn.Attr("function_type").Type().Inputs()))
		operands[0], operands[1] = body.Arg(k), results[t.gradients[i]]
		for n, arg := range u.order {
			operands[arg] = body.Arg(k + 1 + n)
		}
		for arg := range operands {
			if o := u.options[arg]; o != nil {
				operands[arg] = b.Op(tg.Constant, loc, nil, ir.NamedAttr{Name: "value", Value: o.constant(c)}).Result(0)
			}
		}
		next = append(next, call(u.fn, operands)...)
		k += 1 + len(u.order)
	}
	if _, err := b.Create(&ir.OpState{Name: c.OpName("func.return"), Loc: loc, Operands: next}); err != nil {
		panic(err) // it has no results
	}
}

// checkNames is an error for what one file could not hold.
func (s *step) checkNames() error {
	seen := map[string]bool{stepName: true}
	for _, slot := range s.slots {
		if seen[slot.name] {
			return fmt.Errorf("two of what a training of @%s keeps would be called '%s' in a file; give the argument another name, by the attribute %s", s.function, slot.name, naming.Name)
		}
		seen[slot.name] = true
	}
	return nil
}
