package analysis

import "github.com/tg-opt/tg/ir"

// Constants tells which values are the same constant whenever they are
// computed at all.
//
// It is the algorithm of M. N. Wegman and F. K. Zadeck, "Constant Propagation
// with Conditional Branches", 1991, section 3.3: values are assumed to be
// undefined and blocks not to run until something shows otherwise. Control and
// values also go through the regions of ops with RegionFlow, and through calls
// of functions whose callers are all known. What an op with constant operands
// gives is what its folder says.
type Constants struct {
	root  *ir.Op
	calls *Calls
	facts []constantFact
	live  map[*ir.Block]bool
	// callers lists the calls of a function that run, returns what it returns.
	callers  map[*ir.Op][]*ir.Op
	returns  map[*ir.Op][]constantFact
	called   map[*ir.Op]bool // calls that are among the callers
	inside   map[*ir.Op]bool // functions with a body that are analysed
	work     []*ir.Op
	queued   map[*ir.Op]bool
	unknown  map[*ir.Op]bool // functions that may be called by anybody
	unbound  bool            // all functions may
	operands []*ir.Attr      // scratch
	saved    []*ir.Value     // scratch
}

// constantFact is what is known of a value: nothing for the zero fact, then a
// constant, then that it is none.
type constantFact struct {
	value   *ir.Attr
	dialect *ir.Dialect // whose op folded to value
	varies  bool
}

// NewConstants analyses the inside of root. It numbers values and blocks.
func NewConstants(root *ir.Op) *Constants {
	c := &Constants{
		root: root, calls: NewCalls(), live: map[*ir.Block]bool{}, callers: map[*ir.Op][]*ir.Op{}, returns: map[*ir.Op][]constantFact{},
		called: map[*ir.Op]bool{}, inside: map[*ir.Op]bool{}, queued: map[*ir.Op]bool{}, unknown: map[*ir.Op]bool{},
	}
	c.number()
	c.findCallers()
	c.unknown[root] = true
	c.enterRegions(root)
	for len(c.work) > 0 {
		o := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		delete(c.queued, o)
		c.visit(o)
	}
	return c
}

// Of is the constant that v is, with the dialect to make it with; nil when v
// varies or is never computed.
func (c *Constants) Of(v *ir.Value) (*ir.Attr, *ir.Dialect) {
	f := c.fact(v)
	return f.value, f.dialect
}

// number gives every value an index into facts.
func (c *Constants) number() {
	n := uint32(0)
	ir.Walk(c.root, func(o *ir.Op) ir.WalkAction {
		if CallableBody(o) != nil {
			c.inside[o] = true
		}
		if o != c.root {
			for i := range o.NumResults() {
				o.Result(i).SetNumber(n)
				n++
			}
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				b.SetNumber(n)
				n += uint32(b.NumArgs())
			}
		}
		return ir.Advance
	})
	c.facts = make([]constantFact, n)
}

func (c *Constants) fact(v *ir.Value) *constantFact { return &c.facts[c.index(v)] }

func (c *Constants) index(v *ir.Value) uint32 {
	if v.IsArg() {
		return v.Block().Number() + uint32(v.Index())
	}
	return v.Number()
}

// findCallers finds the functions that may be called from where nobody sees.
func (c *Constants) findCallers() {
	WalkSymbolTables(c.root, c.root.Block() == nil, func(table *ir.Op, allVisible bool) {
		found := false
		for o := table.RegionAt(0).First().First(); o != nil; o = o.Next() {
			if CallableBody(o) == nil {
				continue
			}
			found = true
			if v := ir.SymbolVisibility(o); v == "public" || v == "nested" && !allVisible {
				c.unknown[o] = true
			}
		}
		if !found {
			return
		}
		if !WalkSymbolUses(table.RegionAt(0), func(user *ir.Op, ref *ir.Attr) {
			if o := c.calls.Lookup(table, ref); o != nil && !IsCall(user) {
				c.unknown[o] = true
			}
		}) {
			c.unbound = true
		}
	})
}

func (c *Constants) callersKnown(fn *ir.Op) bool { return !c.unbound && !c.unknown[fn] }

func (c *Constants) push(o *ir.Op) {
	if !c.queued[o] {
		c.queued[o] = true
		c.work = append(c.work, o)
	}
}

// enter notes that control reaches b.
func (c *Constants) enter(b *ir.Block) {
	if c.live[b] {
		return
	}
	c.live[b] = true
	for o := b.Last(); o != nil; o = o.Prev() {
		c.push(o)
	}
}

// enterRegion enters r from where nothing is known of what it is passed.
func (c *Constants) enterRegion(r *ir.Region) {
	if b := r.First(); b != nil {
		c.enter(b)
		c.vary(b.Args())
	}
}

// join adds what is known of one more value that v may have.
func (c *Constants) join(v *ir.Value, more constantFact) {
	f := c.fact(v)
	switch {
	case f.varies || more == constantFact{} || f.value == more.value && !more.varies:
		return
	case f.value == nil && !more.varies:
		*f = more
	default:
		*f = constantFact{varies: true}
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if c.live[u.Owner().Block()] {
			c.push(u.Owner())
		}
	}
}

func (c *Constants) vary(vs []*ir.Value) {
	for _, v := range vs {
		c.join(v, constantFact{varies: true})
	}
}

// constants are the operands as far as they are constant; ok is false as long
// as one has no value yet.
func (c *Constants) constants(o *ir.Op) (consts []*ir.Attr, ok bool) {
	c.operands = c.operands[:0]
	for i := range o.NumOperands() {
		f := c.fact(o.Operand(i))
		if *f == (constantFact{}) {
			return nil, false
		}
		c.operands = append(c.operands, f.value)
	}
	return c.operands, true
}

// visit finds out where control and values go from o, which runs.
func (c *Constants) visit(o *ir.Op) {
	if len(o.Successors()) > 0 {
		c.branch(o)
	}
	if flow, ok := RegionBranch.Get(o.Def()); ok {
		if consts, ok := c.constants(o); ok {
			for _, to := range flow.Successors(o, nil, consts) {
				first, count := 0, 0
				if flow.Entry != nil {
					first, count = flow.Entry(o, to)
				}
				c.pass(o, to, o, first, count, true)
			}
		}
	} else {
		c.enterRegions(o)
		c.results(o)
	}
	if p := o.Parent(); len(o.Successors()) == 0 && o.Next() == nil && p != nil {
		if flow, ok := RegionBranch.Get(p.Def()); ok {
			c.regionEnd(o, p, flow)
		} else if CallableBody(p) != nil {
			c.functionEnd(o, p)
		}
	}
}

// enterRegions enters the regions of an op without RegionFlow: that of a
// function only if it is called.
func (c *Constants) enterRegions(o *ir.Op) {
	if body := CallableBody(o); body != nil && c.callersKnown(o) {
		if len(c.callers[o]) > 0 {
			c.enter(body.First())
		}
		return
	}
	for _, r := range o.Regions() {
		c.enterRegion(r)
	}
}

// branch goes from a terminator to its successors.
func (c *Constants) branch(o *ir.Op) {
	if o.Def() == nil || o.Def().SuccessorOperands == nil {
		for _, b := range o.Successors() {
			c.enter(b)
			c.vary(b.Args())
		}
		return
	}
	consts, ok := c.constants(o)
	if !ok {
		return
	}
	var only *ir.Block
	if taken, has := Taken.Get(o.Def()); has {
		if i, ok := taken(o, consts); ok {
			only = o.Successors()[i]
		}
	}
	for i, b := range o.Successors() {
		// Edges between the same two blocks are not told apart, as in MLIR.
		if only != nil && b != only {
			continue
		}
		c.enter(b)
		first, _ := o.Def().SuccessorOperands(o, i)
		for k, a := range b.Args() {
			c.join(a, *c.fact(o.Operand(first + k)))
		}
	}
}

// regionEnd goes on from the end of a region of p.
func (c *Constants) regionEnd(end, p *ir.Op, flow *RegionFlow) {
	consts, ok := c.constants(end)
	if !ok {
		return
	}
	for _, to := range flow.Successors(p, end.Region(), consts) {
		first, count, known := PassedBy(end, to)
		c.pass(p, to, end, first, count, known)
	}
}

// pass hands count operands of from, the first is number first, to a successor
// of the op o with regions; known is false when nobody knows what is passed.
func (c *Constants) pass(o *ir.Op, to RegionSuccessor, from *ir.Op, first, count int, known bool) {
	var targets []*ir.Value
	if to.Region == nil {
		targets = o.Results()
	} else if b := to.Region.First(); b != nil {
		c.enter(b)
		targets = b.Args()
	}
	skip := 0
	if len(to.Inputs) > 0 {
		skip = to.Inputs[0].Index()
	}
	for i, v := range targets {
		k := i - skip
		if !known || k < 0 || k >= len(to.Inputs) || k >= count {
			c.join(v, constantFact{varies: true})
		} else {
			c.join(v, *c.fact(from.Operand(first + k)))
		}
	}
}

// functionEnd hands what a function returns to its callers.
func (c *Constants) functionEnd(end, fn *ir.Op) {
	out := c.returns[fn]
	if out == nil {
		out = make([]constantFact, len(fn.Attr("function_type").Type().Results()))
		c.returns[fn] = out
	}
	for i := range out {
		more := constantFact{varies: true}
		if end.Has(ir.ReturnLike) && i < end.NumOperands() {
			more = *c.fact(end.Operand(i))
		}
		c.joinReturn(fn, &out[i], more)
	}
}

// joinReturn is join for what a function returns.
func (c *Constants) joinReturn(fn *ir.Op, f *constantFact, more constantFact) {
	joined := *f
	switch {
	case f.varies || more == constantFact{}:
	case *f == constantFact{}:
		joined = more
	case more.varies || f.value != more.value:
		joined = constantFact{varies: true}
	}
	if joined != *f {
		*f = joined
		for _, call := range c.callers[fn] {
			c.push(call)
		}
	}
}

// call passes the operands to the function that is called, and takes what it
// is known to return.
func (c *Constants) call(o *ir.Op) {
	fn := c.calls.Resolve(o)
	if fn == nil || !c.inside[fn] {
		c.vary(o.Results())
		return
	}
	if !c.called[o] {
		c.called[o] = true
		c.callers[fn] = append(c.callers[fn], o)
		c.push(fn)
	}
	if c.callersKnown(fn) {
		for i, a := range CallableBody(fn).First().Args() {
			c.join(a, *c.fact(o.Operand(i)))
		}
	}
	for i, f := range c.returns[fn] {
		c.join(o.Result(i), f)
	}
}

// results finds out what an op without RegionFlow gives.
func (c *Constants) results(o *ir.Op) {
	switch {
	case IsCall(o):
		c.call(o)
		return
	case o.NumResults() == 0:
		return
	case o.Has(ir.ConstantLike):
		c.join(o.Result(0), constantFact{value: o.Attr("value"), dialect: o.Def().Dialect()})
		return
	case o.NumRegions() > 0 || o.Def() == nil || o.Def().Fold == nil:
		c.vary(o.Results())
		return
	}
	consts, ok := c.constants(o)
	if !ok {
		return
	}
	folded := c.simulate(o, consts)
	if len(folded) != o.NumResults() {
		c.vary(o.Results())
		return
	}
	for i, f := range folded {
		switch {
		case f.Value != nil:
			c.join(o.Result(i), *c.fact(f.Value))
		case f.Const != nil:
			c.join(o.Result(i), constantFact{value: f.Const, dialect: o.Def().Dialect()})
		default:
			c.vary(o.Results()[i : i+1])
		}
	}
}

// simulate asks the folder what it would do, and leaves o as it is.
func (c *Constants) simulate(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	c.saved = c.saved[:0]
	for i := range o.NumOperands() {
		c.saved = append(c.saved, o.Operand(i))
	}
	props, attrs := o.Props(), o.Attrs()
	folded := o.Def().Fold(o, consts)
	if !ir.IsInPlace(folded) {
		return folded
	}
	o.SetOperands(c.saved)
	o.SetProps(props)
	o.SetAttrs(attrs)
	return nil
}
