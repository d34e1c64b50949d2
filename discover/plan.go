package discover

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/expand"
	"github.com/tg-opt/tg/te/field"
)

// plan computes a result of an op over a finite field. It is made of what the op says of itself at
// the index level (te.Expand): a stage for each compute, whose reads are resolved to numbers of
// elements beforehand, as all extents are known.
type plan struct {
	stages   []*stage
	result   source
	function Function // of a domain that computes by one, in the place of stages
	// decisions is for how many elements on the way a function is computed that is not rational.
	// degree is by how much the degree of a rational function grows at most.
	decisions int
	degree    float64
}

// source is a tensor that a plan computes with: an operand, the result of a stage, or a constant.
type source struct {
	operand, stage, result int // operand is -1 for others, stage is -1 for constants
	constant               []field.Element
}

// stage is one compute. Its body is a tape of steps on registers, which runs at each point of the
// axes of the results, and of those of a reduction.
type stage struct {
	points, reduced int // how many points there are, and for each of them in a reduction
	body            tape
	plain           bool   // the body reads one element for each result, without guards
	combiner        string // empty where nothing is reduced
	combine         *tape  // of a reduction whose region combines
	inits           []source
	results         int
	out             [][]field.Element // where the last run has put the results
	accs, args      []field.Element
}

// tape computes what a block yields.
type tape struct {
	registers []field.Element
	args      int // the first registers are arguments of the block
	steps     []step
	yields    []int
}

// step sets one register.
type step struct {
	to int
	// apply computes it from registers.
	apply    field.Function
	rational bool
	from     []int
	x        []field.Element
	// at are the elements of from that are read, one for each point; -1 where a guard does not
	// hold: then the register otherwise is taken, or 0 for -1.
	at        []int32
	of        source
	data      []field.Element // of that in this run
	otherwise int
	// values are what the register is at each point, nil for others.
	values []field.Element
}

// errNotInField is why an op cannot be planned.
var errNotInField = errors.New("is nothing over a finite field")

// newPlan compiles result i of an op, which is alone in a block whose arguments are its operands.
// The op is replaced by its computes.
func newPlan(b *ir.Builder, o *ir.Op, result int) (*plan, error) {
	block := o.Block()
	end := b.AtEnd(block).OpWithTypes(yieldOf(b.Ctx), 0, nil, []*ir.Value{o.Result(result)})
	defer end.Erase()
	if why, ok := expand.Op(b, o, nil); !ok {
		return nil, fmt.Errorf("%w: %s", errNotInField, why)
	}
	c := &planner{plan: &plan{degree: 1}, sources: map[*ir.Value]source{}}
	for i, a := range block.Args() {
		c.sources[a] = source{operand: i, stage: -1}
	}
	for o := block.First(); o != end; o = o.Next() {
		if err := c.op(o); err != nil {
			return nil, err
		}
	}
	s, ok := c.sources[end.Operand(0)]
	if !ok {
		return nil, errNotInField
	}
	c.plan.result = s
	return c.plan, nil
}

func yieldOf(c *ir.Context) *ir.OpDef { return c.LookupOp("tg.yield") }

// planner compiles one plan.
type planner struct {
	plan    *plan
	sources map[*ir.Value]source
}

func (c *planner) op(o *ir.Op) error {
	if a := constantOf(o); a != nil {
		s, err := constantSource(o.Context(), a)
		c.sources[o.Result(0)] = s
		return err
	}
	x, ok := te.AsCompute(o)
	if !ok {
		return fmt.Errorf("%w: '%s' is no compute", errNotInField, o.Name())
	}
	s, err := c.stage(x)
	if err != nil {
		return err
	}
	for i, v := range o.Results() {
		c.sources[v] = source{operand: -1, stage: len(c.plan.stages), result: i}
	}
	c.plan.stages = append(c.plan.stages, s)
	return nil
}

func constantOf(o *ir.Op) *ir.Attr {
	if o.NumResults() != 1 {
		return nil
	}
	return ir.ConstantValue(o.Result(0))
}

// constantSource is a constant, element by element.
func constantSource(c *ir.Context, a *ir.Attr) (source, error) {
	x, err := interp.DecodeElements(c, a)
	if err != nil {
		return source{}, err
	}
	s := source{operand: -1, stage: -1, constant: make([]field.Element, x.Len())}
	for i := range s.constant {
		switch {
		case x.DType().IsComplex():
			return source{}, errNotInField
		case x.DType().IsFloat():
			s.constant[i] = field.FromFloat(x.Float64At(i))
		default:
			s.constant[i] = field.FromInt(x.Int64At(i))
		}
	}
	return s, nil
}

// stage compiles a compute.
func (c *planner) stage(x te.Compute) (*stage, error) {
	if !x.IsStatic() {
		return nil, fmt.Errorf("%w: its extents are not known", errNotInField)
	}
	if bitwise(x.Combiner()) && !x.Result(0).Type().Elem().IsBool() {
		return nil, fmt.Errorf("%w: bits are combined", errNotInField)
	}
	s := &stage{combiner: x.Combiner(), results: x.NumResults(), points: 1, reduced: 1}
	for _, a := range x.Axes() {
		s.points *= int(a.Extent)
	}
	for _, a := range x.Reduced() {
		s.reduced *= int(a.Extent)
	}
	for range s.results {
		s.out = append(s.out, make([]field.Element, s.points))
	}
	for _, v := range x.Inits() {
		from, ok := c.sources[v]
		if !ok {
			return nil, errNotInField
		}
		s.inits = append(s.inits, from)
	}
	points := pointsOf(x.All())
	body, err := c.tape(x.Body(), points)
	if err != nil {
		return nil, err
	}
	s.body, s.plain = *body, body.plain()
	if b := x.Combine(); b != nil {
		if s.combine, err = c.tape(b, points); err != nil {
			return nil, err
		}
		if len(s.inits) != s.results {
			return nil, errNotInField
		}
	}
	c.plan.degree *= 2 * float64(s.reduced)
	c.plan.decisions += s.decisions()
	s.accs, s.args = make([]field.Element, s.results), make([]field.Element, 2*s.results)
	return s, nil
}

// decisions is for how many elements functions are computed that are not rational.
func (s *stage) decisions() int {
	n := s.body.decisions()
	switch {
	case s.combine != nil:
		n += s.combine.decisions()
	case s.combiner != "" && s.combiner != "add" && s.combiner != "mul":
		n++
	}
	return n * s.points * s.reduced
}

func (t *tape) decisions() (n int) {
	for i := range t.steps {
		if s := &t.steps[i]; s.apply != nil && !s.rational {
			n++
		}
	}
	return n
}

// bitwise reports whether elements combine bit by bit, which is arithmetic for truth values only.
func bitwise(combiner string) bool { return combiner == "and" || combiner == "or" || combiner == "xor" }

// pointsOf are all points of axes, the last one being the fastest.
func pointsOf(axes []te.Axis) [][]int64 {
	list := [][]int64{{}}
	for _, a := range axes {
		var longer [][]int64
		for _, p := range list {
			for i := range a.Extent {
				longer = append(longer, append(p[:len(p):len(p)], a.Lower+i))
			}
		}
		list = longer
	}
	return list
}

// tape compiles a block that runs at points.
func (c *planner) tape(b *ir.Block, points [][]int64) (*tape, error) {
	t := &tape{args: b.NumArgs()}
	w := &tapeWriter{planner: c, tape: t, points: points, registers: map[*ir.Value]int{}}
	for _, a := range b.Args() {
		w.register(a)
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		if err := w.op(o); err != nil {
			return nil, err
		}
	}
	for _, v := range b.Last().Operands() {
		n, err := w.operand(v)
		if err != nil {
			return nil, err
		}
		t.yields = append(t.yields, n)
	}
	return t, nil
}

// tapeWriter writes one tape.
type tapeWriter struct {
	*planner
	tape      *tape
	points    [][]int64
	registers map[*ir.Value]int
}

func (w *tapeWriter) register(v *ir.Value) int {
	n := len(w.tape.registers)
	w.registers[v] = n
	w.tape.registers = append(w.tape.registers, 0)
	return n
}

// operand is the register of a value. One from outside, of a single element, is read when it is
// first met.
func (w *tapeWriter) operand(v *ir.Value) (int, error) {
	if n, ok := w.registers[v]; ok {
		return n, nil
	}
	s, ok := w.sources[v]
	if !ok || v.Type().Rank() != 0 {
		return 0, errNotInField
	}
	n := w.register(v)
	w.tape.steps = append(w.tape.steps, step{to: n, of: s, at: make([]int32, len(w.points)), otherwise: -1})
	return n, nil
}

func (w *tapeWriter) op(o *ir.Op) error {
	switch o.Name() {
	case "te.read":
		return w.read(te.Read{Op: o})
	case "te.guard":
		set := o.Attr(te.GuardAttr).IntegerSet()
		return w.values(o, func(p []int64) (field.Element, bool) { return field.Truth(holds(set, p)), true })
	case "te.index":
		e := o.Attr(te.MapAttr).AffineMap().Results[0]
		return w.values(o, func(p []int64) (field.Element, bool) {
			n, ok := affine.Evaluate(e, p, nil)
			return field.FromInt(n), ok
		})
	}
	if a := constantOf(o); a != nil {
		s, err := constantSource(o.Context(), a)
		if err != nil {
			return err
		}
		return w.values(o, func([]int64) (field.Element, bool) { return s.constant[0], true })
	}
	m, _ := field.Of.Get(o.Def())
	if m.Make == nil || o.NumResults() != 1 {
		return fmt.Errorf("%w: '%s' is none", errNotInField, o.Name())
	}
	s := step{apply: m.Make(o), rational: m.Rational, from: make([]int, o.NumOperands()), x: make([]field.Element, o.NumOperands())}
	if s.apply == nil {
		return fmt.Errorf("%w: '%s' is none on such types", errNotInField, o.Name())
	}
	for i, v := range o.Operands() {
		var err error
		if s.from[i], err = w.operand(v); err != nil {
			return err
		}
	}
	s.to = w.register(o.Result(0))
	w.tape.steps = append(w.tape.steps, s)
	return nil
}

// values is a step for what is known of every point.
func (w *tapeWriter) values(o *ir.Op, of func(point []int64) (field.Element, bool)) error {
	s := step{values: make([]field.Element, len(w.points))}
	for i, p := range w.points {
		var ok bool
		if s.values[i], ok = of(p); !ok {
			return errNotInField
		}
	}
	s.to = w.register(o.Result(0))
	w.tape.steps = append(w.tape.steps, s)
	return nil
}

func holds(set *ir.IntegerSet, point []int64) bool {
	for i, e := range set.Constraints {
		if n, ok := affine.Evaluate(e, point, nil); !ok || n < 0 || set.Eq[i] && n != 0 {
			return false
		}
	}
	return true
}

// read is a step that reads an element. Indices that are values make no plan.
func (w *tapeWriter) read(r te.Read) error {
	from, ok := w.sources[r.Tensor()]
	if !ok || len(r.Values()) > 0 {
		return fmt.Errorf("%w: what is read depends on values", errNotInField)
	}
	s := step{of: from, at: make([]int32, len(w.points)), otherwise: -1}
	if v := r.Else(); v != nil {
		var err error
		if s.otherwise, err = w.operand(v); err != nil {
			return err
		}
	}
	shape := r.Tensor().Type().Shape()
	for i, p := range w.points {
		if g := r.Guard(); g != nil && !holds(g, p) {
			s.at[i] = -1
			continue
		}
		at := int64(0)
		for d, e := range r.Map().Results {
			n, ok := affine.Evaluate(e, p, nil)
			if !ok {
				return errNotInField
			}
			at = at*shape[d] + max(0, min(n, shape[d]-1))
		}
		s.at[i] = int32(at)
	}
	s.to = w.register(r.Result(0))
	w.tape.steps = append(w.tape.steps, s)
	return nil
}
