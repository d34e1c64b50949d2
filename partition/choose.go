package partition

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Plan is which values of a joint function the backward pass is handed, and which ops run again
// there.
type Plan struct {
	Saved []*ir.Value // arguments first, then in the order of the program
	Again []*ir.Op    // of the forward pass
	// Moved are ops that only the backward pass needs, and which the forward pass runs, because
	// what they make is less than what they read.
	Moved []*ir.Op

	runs map[*ir.Op]bool // all that the backward pass runs of Again, and of what it alone needs
}

// question is a joint function as a Problem.
type question struct {
	*pricing
	Problem
	values []*ir.Value
	ops    []*ir.Op
	valAt  map[*ir.Value]int
	opAt   map[*ir.Op]int
}

// question lists what the backward pass reads, and all that this is computed from.
func (p *pricing) question() *question {
	q := &question{pricing: p, valAt: map[*ir.Value]int{}, opAt: map[*ir.Op]int{}}
	isForward := p.isForward()
	for _, o := range p.Joint.ops {
		if p.parts[o] == backward {
			for _, v := range Reads(o) {
				q.need(v)
			}
		}
	}
	for i, v := range p.end.Operands() {
		if !isForward[i] {
			q.need(v)
		}
	}
	for k := range q.values {
		q.Values[k].Direct = true
	}
	for at := 0; at < len(q.values); at++ {
		o := q.values[at].Def()
		if _, known := q.opAt[o]; o == nil || known {
			continue
		}
		q.opAt[o] = len(q.ops)
		q.ops = append(q.ops, o)
		made := Op{Again: p.again(o)}
		for _, v := range Reads(o) {
			if q.need(v) {
				made.Reads = append(made.Reads, int32(q.valAt[v]))
			}
		}
		q.Ops = append(q.Ops, made)
	}
	for k, v := range q.values {
		q.Values[k].Op = -1
		if o := v.Def(); o != nil {
			q.Values[k].Op = int32(q.opAt[o])
		}
	}
	return q
}

// need adds a value unless the backward pass has it without being handed anything.
func (q *question) need(v *ir.Value) bool {
	o := v.Def()
	switch {
	case v.Block() != q.block, o == nil && !q.given[v.Index()]:
		return false
	case o != nil && (q.parts[o] == constant || q.parts[o] == backward):
		return false
	}
	if _, known := q.valAt[v]; !known {
		q.valAt[v] = len(q.values)
		q.values = append(q.values, v)
		q.Values = append(q.Values, Value{Save: q.save(v)})
	}
	return true
}

// Choose finds the best plan for options.
func (j *Joint) Choose(opt *Options) (*Plan, error) {
	p := j.pricing(opt)
	q := p.question()
	if bad := q.Infeasible(); bad >= 0 {
		return nil, q.refuse(bad)
	}
	plan := q.plan(q.Solve())
	if !slices.ContainsFunc(q.values, func(v *ir.Value) bool { return !v.Type().IsStatic() }) {
		return plan, nil
	}
	// What is best for the smallest extents and for large ones is so for those between.
	p.extent = 1 << 16
	for k, v := range q.values {
		q.Values[k].Save = p.save(v)
	}
	large := q.plan(q.Solve())
	in := map[*ir.Value]int{}
	for _, v := range plan.Saved {
		in[v]++
	}
	for _, v := range large.Saved {
		in[v]++
	}
	depends := slices.DeleteFunc(append(slices.Clone(plan.Saved), large.Saved...), func(v *ir.Value) bool { return in[v] == 2 })
	if len(depends) == 0 {
		return plan, nil
	}
	for _, v := range depends {
		if !p.held(v) && !v.Type().IsStatic() {
			return nil, j.unknown(v)
		}
	}
	return nil, j.unknown(depends[0])
}

// unknown is the error where a choice depends on extents that nobody knows.
func (j *Joint) unknown(v *ir.Value) error {
	name := j.Name(v)
	if o := v.Def(); o != nil {
		return o.NamedErrorf("whether %s of '%s' is handed over depends on extents that only a run knows: state them, or mark the op '%s = \"%s\"' or '%s'", name, v.Type(), SaveAttr, Save, RecomputeAttr)
	}
	return ir.Errorf(v.Loc(), "whether argument %s of '%s' is handed over depends on extents that only a run knows: state them", name, v.Type())
}

// refuse says why nothing can be done about a value.
func (q *question) refuse(k int) error {
	v := q.values[k]
	o := v.Def()
	if o == nil {
		return ir.Errorf(v.Loc(), "argument %s must not be handed over, and nothing computes it", q.Name(v))
	}
	d := o.NamedErrorf("is marked '%s', but must not run again: it %s", RecomputeAttr, q.banned(o))
	if o.Attrs().Get(RecomputeAttr) == nil {
		d = o.NamedErrorf("must run again, but must not: it %s", q.banned(o))
	}
	return d
}

// plan is a choice as values and ops.
func (q *question) plan(c Choice) *Plan {
	plan := &Plan{runs: map[*ir.Op]bool{}}
	for _, k := range c.Saved {
		plan.Saved = append(plan.Saved, q.values[k])
	}
	for _, k := range c.Again {
		o := q.ops[k]
		plan.runs[o] = true
		if q.parts[o] == forward {
			plan.Again = append(plan.Again, o)
		}
	}
	q.sort(plan.Saved)
	slices.SortFunc(plan.Again, func(a, b *ir.Op) int { return q.order[a] - q.order[b] })
	q.move(plan)
	return plan
}

// move finds the ops that only the backward pass needs and the forward pass has to run.
func (j *Joint) move(plan *Plan) {
	moved := map[*ir.Op]bool{}
	var work []*ir.Op
	need := func(v *ir.Value) {
		if o := v.Def(); o != nil && j.parts[o] == late && !moved[o] {
			moved[o] = true
			work = append(work, o)
		}
	}
	for _, v := range plan.Saved {
		need(v)
	}
	for ; len(work) > 0; work = work[1:] {
		plan.Moved = append(plan.Moved, work[0])
		for _, v := range Reads(work[0]) {
			need(v)
		}
	}
	slices.SortFunc(plan.Moved, func(a, b *ir.Op) int { return j.order[a] - j.order[b] })
}

// sort puts values into the order of the program, arguments first.
func (j *Joint) sort(values []*ir.Value) {
	place := func(v *ir.Value) int {
		if v.IsArg() {
			return v.Index() - j.block.NumArgs()
		}
		return j.order[v.Def()]
	}
	slices.SortFunc(values, func(v, w *ir.Value) int {
		if d := place(v) - place(w); d != 0 {
			return d
		}
		return v.Index() - w.Index()
	})
}

// Figures are what a plan costs.
type Figures struct {
	// Bytes are those of all that is handed over, Shared those of arguments and results among it,
	// which take no memory besides.
	Bytes, Shared float64
	// Seconds is the time for what is computed again, Traffic that for what is handed over.
	Seconds, Traffic float64
}

// Extra is the bytes that are kept for the backward pass alone.
func (f *Figures) Extra() float64 { return f.Bytes - f.Shared }

// Figures are what a plan costs by the options.
func (j *Joint) Figures(plan *Plan, opt *Options) (f Figures) {
	p := j.pricing(opt)
	for _, v := range plan.Saved {
		f.Bytes += p.bytes(v)
		if p.held(v) {
			f.Shared += p.bytes(v)
		} else {
			f.Traffic += p.traffic(v)
		}
	}
	for _, o := range plan.Again {
		f.Seconds += p.seconds(o)
	}
	return f
}

// Seconds is the time for running an op again: of this function, or of one that was made of it.
func (j *Joint) Seconds(o *ir.Op, opt *Options) float64 { return j.pricing(opt).seconds(o) }

// Size is how many ops there are.
func (j *Joint) Size() int { return len(j.ops) }
