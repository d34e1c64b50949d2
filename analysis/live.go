package analysis

import "github.com/tg-opt/tg/ir"

// Live tells which values may be needed: those that ops with effects use, that
// a function returns to callers nobody sees, or that control depends on, and
// those that such values are computed from, through blocks, regions and calls.
// What Constants finds never to run needs nothing. MLIR's RunLivenessAnalysis.
type Live struct {
	consts *Constants
	purity *Purity
	live   []bool // by the number of the value
	work   []*ir.Value
	// passed lists what ops with RegionFlow and ends of their regions pass for a
	// value.
	passed map[*ir.Value][]*ir.Use
	// steers lists the operands of an op with RegionFlow, and of the ends of its
	// regions, that are passed to nobody.
	steers map[*ir.Op][]*ir.Value
	// ends lists the returns of a function.
	ends  map[*ir.Op][]*ir.Op
	preds map[*ir.Region]map[*ir.Block][]*ir.Block
}

// NewLive analyses the inside of root. It numbers values and blocks.
func NewLive(root *ir.Op) *Live {
	c := NewConstants(root)
	l := &Live{
		consts: c, purity: NewPurity(), live: make([]bool, len(c.facts)),
		passed: map[*ir.Value][]*ir.Use{}, steers: map[*ir.Op][]*ir.Value{}, ends: map[*ir.Op][]*ir.Op{},
		preds: map[*ir.Region]map[*ir.Block][]*ir.Block{},
	}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o != root && c.live[o.Block()] {
			l.start(o)
		}
		return ir.Advance
	})
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if len(l.steers[o]) > 0 && !l.purity.Pure(o) {
			l.markAll(l.steers[o])
		}
		return ir.Advance
	})
	for len(l.work) > 0 {
		v := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		l.follow(v)
	}
	return l
}

// Is reports whether v may be needed. v must have been there when the analysis
// was made.
func (l *Live) Is(v *ir.Value) bool { return l.live[l.consts.index(v)] }

// Any reports whether one of the results of o may be needed.
func (l *Live) Any(o *ir.Op) bool {
	for i := range o.NumResults() {
		if l.Is(o.Result(i)) {
			return true
		}
	}
	return false
}

// CallersKnown reports whether everything that calls or names a function is
// known to be a call.
func (l *Live) CallersKnown(fn *ir.Op) bool { return l.consts.callersKnown(fn) }

// Pure is Purity.Pure.
func (l *Live) Pure(o *ir.Op) bool { return l.purity.Pure(o) }

// Callee is the analysed function with a body that a call calls, or nil.
func (l *Live) Callee(call *ir.Op) *ir.Op {
	if fn := l.consts.calls.Resolve(call); l.consts.inside[fn] {
		return fn
	}
	return nil
}

func (l *Live) mark(v *ir.Value) {
	if n := l.consts.index(v); !l.live[n] {
		l.live[n] = true
		l.work = append(l.work, v)
	}
}

func (l *Live) markAll(vs []*ir.Value) {
	for _, v := range vs {
		l.mark(v)
	}
}

func (l *Live) markOperands(o *ir.Op) {
	for i := range o.NumOperands() {
		l.mark(o.Operand(i))
	}
}

// start marks what an op that runs needs in any case, and notes what it passes
// on.
func (l *Live) start(o *ir.Op) {
	if flow, ok := RegionBranch.Get(o.Def()); ok {
		l.pass(o, o, flow)
		return
	}
	if len(o.Successors()) > 0 && o.Def() != nil && o.Def().SuccessorOperands != nil {
		l.startBranch(o)
		return
	}
	if IsCall(o) {
		if l.Callee(o) == nil {
			l.markOperands(o)
		}
		return
	}
	if p := o.Parent(); o.Next() == nil && len(o.Successors()) == 0 {
		if flow, ok := RegionBranch.Get(p.Def()); ok && o.Def() != nil {
			l.pass(p, o, flow)
			return
		}
		if o.Has(ir.ReturnLike) && CallableBody(p) != nil {
			l.ends[p] = append(l.ends[p], o)
			if !l.consts.callersKnown(p) {
				l.markOperands(o)
			}
			return
		}
	}
	if o.Has(ir.Terminator) || !l.purity.Pure(o) {
		l.markOperands(o) // a terminator hands them to an op of which nothing is known
	}
}

// startBranch marks the operands that are not passed to a successor.
func (l *Live) startBranch(o *ir.Op) {
	passed := passedTo(o)
	for i := range o.NumOperands() {
		if passed[i] == nil {
			l.mark(o.Operand(i))
		}
	}
}

// Pass is an operand of an op with RegionFlow, or of the end of one of its
// regions, that is passed on, or gathered.
type Pass struct {
	Use *ir.Use
	To  *ir.Value
}

// PassesOf lists what goes from an op with RegionFlow, or from the end of one of
// its regions, to which values; operands that go nowhere are steering.
func PassesOf(o, from *ir.Op, flow *RegionFlow) (passes []Pass, steering []*ir.Value) {
	var region *ir.Region
	if from != o {
		region = from.Region()
	}
	goes := make([]bool, from.NumOperands())
	for _, to := range flow.Successors(o, region, nil) {
		first, count, known := 0, 0, true
		if from != o {
			first, count, known = PassedBy(from, to)
		} else if flow.Entry != nil {
			first, count = flow.Entry(o, to)
		}
		for i := 0; known && i < count && i < len(to.Inputs); i++ {
			goes[first+i] = true
			passes = append(passes, Pass{from.OperandUse(first + i), to.Inputs[i]})
		}
	}
	if flow.Gathers != nil {
		for _, v := range o.Results() {
			if u := flow.Gathers(o, v); u != nil && u.Owner() == from {
				goes[u.Index()] = true
				passes = append(passes, Pass{u, v})
			}
		}
	}
	for i, passed := range goes {
		if !passed {
			steering = append(steering, from.Operand(i))
		}
	}
	return passes, steering
}

func (l *Live) pass(o, from *ir.Op, flow *RegionFlow) {
	passes, steering := PassesOf(o, from, flow)
	for _, p := range passes {
		l.passed[p.To] = append(l.passed[p.To], p.Use)
	}
	l.steers[o] = append(l.steers[o], steering...)
}

// follow marks what v, which is needed, comes from.
func (l *Live) follow(v *ir.Value) {
	for _, u := range l.passed[v] {
		l.mark(u.Value())
	}
	o := v.Def()
	if o == nil {
		l.followArg(v)
		return
	}
	if flow, ok := RegionBranch.Get(o.Def()); ok {
		l.markAll(l.steers[o])
		l.markSame(o, flow, v)
		return
	}
	if fn := l.Callee(o); fn != nil {
		for _, end := range l.ends[fn] {
			l.mark(end.Operand(v.Index()))
		}
		return
	}
	l.markOperands(o)
}

// markSame marks what v, an argument or result of o, is the same as.
func (l *Live) markSame(o *ir.Op, flow *RegionFlow, v *ir.Value) {
	if flow.Same == nil {
		return
	}
	if w := flow.Same(o, v); w != nil {
		l.mark(w)
	}
}

func (l *Live) followArg(v *ir.Value) {
	b := v.Block()
	p := b.Parent()
	if !b.IsEntry() {
		l.followBranches(v)
		return
	}
	if body := CallableBody(p); body == b.Region() {
		for _, call := range l.consts.callers[p] {
			l.mark(call.Operand(v.Index()))
		}
		return
	}
	if flow, ok := RegionBranch.Get(p.Def()); ok {
		l.markSame(p, flow, v)
	}
	if len(l.passed[v]) == 0 {
		// The op itself makes it, of what it is not passed to anybody.
		l.markAll(l.steers[p])
	}
}

func (l *Live) followBranches(v *ir.Value) {
	b := v.Block()
	m := l.preds[b.Region()]
	if m == nil {
		m = ir.Predecessors(b.Region())
		l.preds[b.Region()] = m
	}
	for _, p := range m[b] {
		t := p.Last()
		if t.Def() == nil || t.Def().SuccessorOperands == nil || !l.consts.live[p] {
			continue
		}
		for i, s := range t.Successors() {
			if first, count := t.Def().SuccessorOperands(t, i); s == b && v.Index() < count {
				l.mark(t.Operand(first + v.Index()))
			}
		}
	}
}
