// Package inline is the pass that puts the bodies of functions in the place of calls, as MLIR's
// inliner does, and removes the functions that nobody needs afterwards. inline.go decides about
// each call, uses.go counts who still names a function, and splice.go moves the blocks.
package inline

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Options are the options of the pass `inline`; those that mlir-opt has
// too mean the same.
type Options struct {
	DefaultPipeline string   `opt:"default-pipeline" doc:"Passes to run on functions before calls in them are inlined; empty for none"`
	OpPipelines     []string `opt:"op-pipelines" doc:"Passes for certain functions in the place of the default ones, such as func.func(cse)"`
	Threshold       uint64   `opt:"inlining-threshold" doc:"Leave a call alone if the callee has more than this many percent of the caller's operations; 4294967295 for no bound"`
	MaxIterations   uint64   `opt:"max-iterations" doc:"Simplify and inline at most this often within a cycle of functions that call each other"`
	MaxOps          int      `opt:"max-ops" doc:"Leave calls alone once the function around them would have more operations than this"`
	MaxGrowth       float64  `opt:"max-growth" extra:"true" doc:"Leave calls alone once so many times the operations that there were, and 10000 more, have been copied"`

	pipelines map[string]*pipeline.Pipeline // by the op that they are for
}

// Pass replaces calls by the bodies of the functions they call.
var Pass = &pipeline.Pass{
	Name:  "inline",
	Title: "Inliner",
	Doc: "Inline function calls. Callees come before callers, and are simplified first; in a cycle of functions that call each " +
		"other, calls are inlined until one would come back to where it was. Calls stay that say 'no_inline' or call a " +
		"function that does, that call a function with ops of unknown dialects, and those of functions with several blocks in a " +
		"region that may have but one. Functions that nobody outside can name go with their last use.",
	Options: func() any {
		return &Options{DefaultPipeline: "canonicalize", Threshold: math.MaxUint32, MaxIterations: 4, MaxOps: 1 << 20, MaxGrowth: math.Inf(1)}
	},
	Bind: bindInline,
	Statistics: []pipeline.Statistic{
		{Name: "num-inlined", Doc: "Number of calls inlined"},
		{Name: "num-too-large", Doc: "Number of times that a call was left because too many operations would come of it"},
		{Name: "num-erased", Doc: "Number of functions removed"},
	},
	Run: func(r *pipeline.Run) error {
		if !r.Op.Has(ir.SymbolTable) {
			return r.Op.NamedErrorf(" was scheduled to run under the inliner, but does not define a symbol table")
		}
		in := newInliner(r)
		for _, component := range in.graph.Components() {
			if !in.component(component) {
				return nil // a pass of a pipeline failed, and has said why
			}
		}
		for _, n := range in.dead {
			n.Op().Erase()
		}
		if in.inlined+len(in.dead) == 0 {
			r.MarkUnchanged() // since the last of the passes inside, which were verified
		}
		r.Count("num-inlined", int64(in.inlined))
		r.Count("num-erased", int64(len(in.dead)))
		return nil
	},
}

func bindInline(b *pipeline.Binding) error {
	opt := b.Options.(*Options)
	if err := pipeline.NotNegative("max-growth", opt.MaxGrowth); err != nil {
		return err
	}
	opt.pipelines = map[string]*pipeline.Pipeline{}
	if opt.DefaultPipeline != "" {
		p, err := b.Nested("default-pipeline", opt.DefaultPipeline, "func.func")
		if err != nil {
			return err
		}
		opt.pipelines[""] = p
	}
	for _, text := range opt.OpPipelines {
		p, err := b.Anchored("op-pipelines", text)
		if err != nil {
			return err
		}
		if opt.pipelines[p.Anchor()] != nil {
			return fmt.Errorf("option 'op-pipelines' has two pipelines for '%s'", p.Anchor())
		}
		if !p.Empty() {
			opt.pipelines[p.Anchor()] = p
		}
	}
	return nil
}

// inliner follows MLIR's Inliner step by step: which calls are inlined depends
// on the order in which functions and calls are looked at.
type inliner struct {
	run   *pipeline.Run
	opt   *Options
	calls *analysis.Calls
	graph *analysis.CallGraph
	uses  *callableUses
	// sizes are the ops in functions, strange what keeps them from being inlined;
	// there is no entry for what has changed.
	sizes   map[*analysis.CallNode]int
	strange map[*analysis.CallNode]string
	dead    []*analysis.CallNode
	gone    map[*analysis.CallNode]bool // is among the dead
	inlined int
	copies  float64         // how many more ops may be copied
	told    map[*ir.Op]bool // calls that a remark was made about
}

// resolvedCall is a call of a function in the graph.
type resolvedCall struct {
	op       *ir.Op
	from, to *analysis.CallNode
	// cause is the number of the inlined call that this one came with, plus 1; 0
	// for a call that was there before.
	cause int
}

// fewCopies is how many ops may be copied in the smallest program.
const fewCopies = 10_000

func newInliner(r *pipeline.Run) *inliner {
	in := &inliner{
		run: r, opt: r.Options.(*Options), calls: analysis.NewCalls(),
		sizes: map[*analysis.CallNode]int{}, strange: map[*analysis.CallNode]string{}, gone: map[*analysis.CallNode]bool{}, told: map[*ir.Op]bool{},
	}
	in.graph = analysis.NewCallGraph(r.Op, in.calls)
	in.uses = newCallableUses(r.Op, in.graph, in.calls)
	in.copies = fewCopies
	ir.Walk(r.Op, func(*ir.Op) ir.WalkAction { in.copies += in.opt.MaxGrowth; return ir.Advance })
	return in
}

// component simplifies and inlines into the functions of a component until
// nothing is inlined any more. It reports whether the pipelines went well.
func (in *inliner) component(nodes []*analysis.CallNode) bool {
	for i := uint64(0); ; i++ {
		if !in.simplify(nodes) {
			return false
		}
		inlined := in.inlineCalls(nodes)
		if !inlined || i+1 >= in.opt.MaxIterations {
			return true
		}
		left := nodes[:0:0]
		for _, n := range nodes {
			if !in.gone[n] {
				left = append(left, n)
			}
		}
		nodes = left
	}
}

// simplify runs the pipelines on functions without others inside.
func (in *inliner) simplify(nodes []*analysis.CallNode) bool {
	var simplified []*analysis.CallNode
	for _, n := range nodes {
		p := in.opt.pipelines[n.Op().Name()]
		if p == nil {
			p = in.opt.pipelines[""]
		}
		if n.HasInner || !n.Op().Has(ir.IsolatedFromAbove) {
			continue
		}
		if p != nil && !in.run.RunPipeline(p, n.Op()) {
			return false
		}
		in.changed(n)
		simplified = append(simplified, n)
	}
	for _, n := range simplified {
		in.uses.recompute(n)
	}
	return true
}

// collect lists the calls of functions in the graph that are in blocks, which
// may not have their place in from yet.
func (in *inliner) collect(blocks []*ir.Block, from *analysis.CallNode, inner bool, cause int, list []resolvedCall) []resolvedCall {
	type item struct {
		block *ir.Block
		node  *analysis.CallNode
	}
	var work []item
	for _, b := range blocks {
		work = append(work, item{b, from})
	}
	table := in.calls.TableAround(from.Op())
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for o := at.block.First(); o != nil; o = o.Next() {
			if ref, ok := analysis.Callee.Get(o.Def()); ok {
				if to := in.graph.Callee(in.calls.ResolveIn(table, o)); len(ref(o).Nested()) == 0 && to.Body != nil {
					list = append(list, resolvedCall{o, at.node, to, cause})
				}
				continue
			}
			for _, r := range o.Regions() {
				node := in.graph.Node(r)
				if node != nil && !inner {
					continue
				}
				if node == nil {
					node = at.node
				}
				for b := r.First(); b != nil; b = b.Next() {
					work = append(work, item{b, node})
				}
			}
		}
	}
	return list
}

// inlineCalls inlines the calls in the functions of a component, and those
// that come with them, and reports whether there was one.
func (in *inliner) inlineCalls(nodes []*analysis.CallNode) bool {
	var calls []resolvedCall
	for _, n := range nodes {
		if in.uses.isDead(n) {
			in.bury(n)
		} else {
			calls = in.collect(blocksOf(n.Body), n, false, 0, calls)
		}
	}
	s := &splicer{run: in.run, bodies: map[*ir.Op]*splicedBody{}, of: map[*ir.Region]*splicedBody{}}
	var history []resolvedCall
	for i := 0; i < len(calls); i++ {
		c := calls[i]
		if in.gone[c.from] || in.comesBack(c, history) {
			continue
		}
		if why := in.refuses(c, s); why != "" {
			in.missed(c, why)
			continue
		}
		in.run.Passed(c.op, "Inliner", "inlined @%s", ir.SymbolName(c.to.Op()))
		last := in.uses.isLast(c.to)
		grown := in.size(c.to) - 1
		if c.to.Body.HasOneBlock() {
			grown--
		}
		if !last {
			in.copies -= float64(in.size(c.to))
		}
		in.uses.dropCall(c.from, c.op)
		in.uses.merge(c.to, c.from)
		blocks := s.inline(c.op, c.to.Body, last)
		in.grow(c.from, grown)
		history = append(history, c)
		calls = in.collect(blocks, c.from, true, len(history), calls)
		s.finishSingle(c.op, blocks)
		if last {
			in.uses.erase(c.to)
			in.bury(c.to)
		}
	}
	s.finish()
	in.inlined += len(history)
	return len(history) > 0
}

func blocksOf(r *ir.Region) []*ir.Block {
	var list []*ir.Block
	for b := r.First(); b != nil; b = b.Next() {
		list = append(list, b)
	}
	return list
}

func (in *inliner) bury(n *analysis.CallNode) {
	if !in.gone[n] {
		in.gone[n] = true
		in.dead = append(in.dead, n)
	}
}

// comesBack reports whether a call came with one of the function that it
// calls.
func (in *inliner) comesBack(c resolvedCall, history []resolvedCall) bool {
	for i := c.cause; i > 0; i = history[i-1].cause {
		if history[i-1].to == c.to {
			in.missed(c, "it has been, on the way to this call")
			return true
		}
	}
	return false
}

// missed tells once why a call stays.
func (in *inliner) missed(c resolvedCall, why string) {
	if in.run.Remarking() && !in.told[c.op] {
		in.told[c.op] = true
		in.run.Missed(c.op, "Inliner", "@%s is not inlined: %s", ir.SymbolName(c.to.Op()), why)
	}
}

// refuses says why a call is not inlined; empty when it is.
func (in *inliner) refuses(c resolvedCall, s *splicer) string {
	body := c.to.Body
	into := s.regionOf(c.op)
	parent := into.Parent()
	switch {
	case c.op.Has(ir.Terminator):
		return "the call ends a block"
	case c.to.Calls(c.to):
		return "it calls itself"
	case c.to.Calls(c.from):
		return "it calls its caller"
	case c.to.IsAround(c.from):
		return "the call is inside of it"
	case !body.HasOneBlock() && parent.Name() != c.to.Op().Name() && parent.Has(ir.SingleBlock):
		return "it has several blocks, where the call may only have one"
	}
	size, around := in.size(c.to), in.size(c.from)
	switch t := in.opt.Threshold; {
	case t < math.MaxUint32 && (t == 0 || around > 0 && uint64(size)*100/uint64(around) > t):
		in.run.Count("num-too-large", 1)
		return fmt.Sprintf("it has %d operations, too many for a caller with %d", size, around)
	case size+around > in.opt.MaxOps:
		in.run.Count("num-too-large", 1)
		return fmt.Sprintf("its caller would have %d operations", size+around)
	case float64(size) > in.copies && !in.uses.isLast(c.to):
		in.run.Count("num-too-large", 1)
		return fmt.Sprintf("%d operations would be copied, more than are left of max-growth=%g", size, in.opt.MaxGrowth)
	case c.op.Attr("no_inline") != nil || c.to.Op().Attr("no_inline") != nil:
		return "it must not be"
	case !signatureFits(c.op, body):
		return "its signature does not fit the call"
	case !inlineable(parent):
		return fmt.Sprintf("it is called inside of '%s' op", parent.Name())
	}
	why, known := in.strange[c.to]
	if !known {
		why = strangeOp(c.to)
		in.strange[c.to] = why
	}
	return why
}

// signatureFits reports whether operands and results of a call have the types
// that the body takes and returns.
func signatureFits(call *ir.Op, body *ir.Region) bool {
	t := body.Parent().Attr("function_type").Type()
	if len(t.Inputs()) != call.NumOperands() || len(t.Results()) != call.NumResults() {
		return false
	}
	for i, in := range t.Inputs() {
		if call.Operand(i).Type() != in {
			return false
		}
	}
	for i, out := range t.Results() {
		if call.Result(i).Type() != out {
			return false
		}
	}
	return true
}

// inlineable reports whether the dialect of o lets its ops and regions go
// elsewhere, and others come into these. Nobody knows for an unknown op;
// modules are no place for calls.
func inlineable(o *ir.Op) bool {
	return o.Def() != nil && (o.OpName().Dialect != "builtin" || o.Name() == "builtin.unrealized_conversion_cast")
}

// strangeOp says what in a function keeps it from being inlined.
func strangeOp(n *analysis.CallNode) string {
	why := ""
	ir.Walk(n.Op(), func(o *ir.Op) ir.WalkAction {
		if o == n.Op() {
			return ir.Advance
		}
		if !inlineable(o) {
			why = fmt.Sprintf("it has a '%s' op", o.Name())
			return ir.Stop
		}
		return ir.Advance
	})
	if end := n.Body.First().Last(); why == "" && n.Body.HasOneBlock() && (end == nil || !end.Has(ir.ReturnLike)) {
		return "it does not return"
	}
	return why
}

// size is the number of ops in a function.
func (in *inliner) size(n *analysis.CallNode) int {
	size, ok := in.sizes[n]
	if !ok {
		ir.Walk(n.Op(), func(o *ir.Op) ir.WalkAction { size++; return ir.Advance })
		size-- // the function itself
		in.sizes[n] = size
	}
	return size
}

func (in *inliner) grow(n *analysis.CallNode, by int) {
	for ; n != nil; n = n.Outer {
		if _, ok := in.sizes[n]; ok {
			in.sizes[n] += by
		}
		delete(in.strange, n)
	}
}

func (in *inliner) changed(n *analysis.CallNode) {
	for ; n != nil; n = n.Outer {
		delete(in.sizes, n)
		delete(in.strange, n)
	}
}
