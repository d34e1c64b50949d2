package passes

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// InlineOptions are the options of the pass `inline`.
type InlineOptions struct {
	Threshold int `opt:"inlining-threshold" doc:"Inline only callees of at most this many ops; -1 for any size"`
	MaxOps    int `opt:"max-ops" doc:"Leave calls alone once the function around them would have more ops than this"`
}

// Inline replaces calls by the bodies of the functions they call.
var Inline = &pipeline.Pass{
	Name:  "inline",
	Title: "Inliner",
	Doc: "Inline function calls. Callees come before callers, so one run inlines whole call trees; calls of a " +
		"recursive cycle stay, and so do those that say 'no_inline' or call a function that does. A callee with several " +
		"blocks is inlined where the calling region may have several. Private functions that nothing refers to any more " +
		"are removed.",
	On:      "builtin.module",
	Options: func() any { return &InlineOptions{Threshold: -1, MaxOps: 1 << 20} },
	Statistics: []pipeline.Statistic{
		{Name: "num-inlined", Doc: "Number of calls inlined"},
		{Name: "num-too-large", Doc: "Number of calls left because too many operations would come of it"},
		{Name: "num-erased", Doc: "Number of private functions removed"},
	},
	Run: func(r *pipeline.Run) error {
		in := &inliner{
			run: r, opt: r.Options.(*InlineOptions), state: map[*ir.Op]visitState{}, size: map[*ir.Op]int{},
			symbols: map[*ir.Op]ir.SymbolMap{}, isCalled: map[*ir.Op]bool{},
		}
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			if body(o) != nil {
				in.functions = append(in.functions, o)
			}
			return ir.Advance
		})
		for _, fn := range in.functions {
			if in.state[fn] == unvisited {
				in.visit(fn)
			}
		}
		if in.inlined == 0 {
			r.MarkUnchanged()
			return nil
		}
		r.Count("num-inlined", in.inlined)
		in.eraseDead()
		return nil
	},
}

type visitState uint8

const (
	unvisited visitState = iota
	visiting
	done
)

type inliner struct {
	run       *pipeline.Run
	opt       *InlineOptions
	functions []*ir.Op
	state     map[*ir.Op]visitState
	size      map[*ir.Op]int // ops inside of a function
	symbols   map[*ir.Op]ir.SymbolMap
	called    []*ir.Op // callees of inlined calls, each once
	isCalled  map[*ir.Op]bool
	inlined   int64
}

// body is the region of a function that has one, else nil.
func body(fn *ir.Op) *ir.Region {
	if !isSymbol(fn) || !fn.Attr("function_type").Is(ir.TypeAttr) || fn.NumRegions() != 1 || fn.RegionAt(0).Empty() {
		return nil
	}
	return fn.RegionAt(0)
}

// visit inlines into fn after everything that fn calls.
func (in *inliner) visit(fn *ir.Op) {
	in.state[fn] = visiting
	var calls []*ir.Op
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o != fn {
			in.size[fn]++
		}
		if o.Has(ir.SymbolTable) || o != fn && body(o) != nil {
			return ir.Skip // the functions in there are visited on their own
		}
		if in.callee(o) != nil {
			calls = append(calls, o)
		}
		return ir.Advance
	})
	for _, call := range calls {
		if callee := in.callee(call); in.state[callee] == unvisited {
			in.visit(callee)
		}
	}
	// The last call comes first: a callee with blocks moves what follows the
	// call, and so moves every op once.
	for _, call := range slices.Backward(calls) {
		if callee := in.callee(call); in.state[callee] == done && in.fits(fn, call, callee) {
			in.inline(call, callee)
			in.size[fn] += in.size[callee]
		}
	}
	in.state[fn] = done
}

// callee is the function that a call calls, if it has a body and lies in the
// nearest symbol table, so that the symbols in it mean the same for the caller.
func (in *inliner) callee(o *ir.Op) *ir.Op {
	ref, ok := analysis.Callee.Get(o.Def())
	if !ok || len(ref(o).Nested()) > 0 {
		return nil
	}
	table := ir.NearestSymbolTable(o)
	symbols, ok := in.symbols[table]
	if !ok && table != nil {
		symbols = ir.Symbols(table)
		in.symbols[table] = symbols
	}
	fn := symbols[ref(o).Text()]
	if fn == nil || body(fn) == nil {
		return nil
	}
	return fn
}

func (in *inliner) fits(fn, call, callee *ir.Op) bool {
	if call.Attr("no_inline") != nil || callee.Attr("no_inline") != nil || !returns(body(callee)) {
		return false
	}
	if in.opt.Threshold >= 0 && in.size[callee] > in.opt.Threshold || in.size[fn]+in.size[callee] > in.opt.MaxOps {
		in.run.Count("num-too-large", 1)
		return false
	}
	if body(callee).HasOneBlock() {
		return true
	}
	parent := call.Parent()
	return parent.Def() != nil && !parent.Has(ir.SingleBlock) && body(parent) != nil
}

// returns reports whether every block of r ends by returning or branching.
func returns(r *ir.Region) bool {
	for b := r.First(); b != nil; b = b.Next() {
		if t := b.Last(); t == nil || !t.Has(ir.ReturnLike) && len(t.Successors()) == 0 {
			return false
		}
	}
	return true
}

func (in *inliner) inline(call, callee *ir.Op) {
	b := in.run.Builder
	r := b.CloneRegion(body(callee), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{})
	in.relocate(r, call)
	entry := r.First()
	for i, a := range entry.Args() {
		a.ReplaceAllUsesWith(call.Operand(i))
	}
	if r.HasOneBlock() {
		in.spliceBlock(call, entry)
	} else {
		in.spliceRegion(call, r)
	}
	if !in.isCalled[callee] {
		in.isCalled[callee] = true
		in.called = append(in.called, callee)
	}
	in.inlined++
}

// relocate notes at every copied op where it was called from.
func (in *inliner) relocate(r *ir.Region, call *ir.Op) {
	ctx := in.run.Ctx
	caller := ctx.LocAttr(call.Loc())
	for b := r.First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			ir.Walk(o, func(p *ir.Op) ir.WalkAction {
				p.SetLoc(ctx.ExplicitLoc(ctx.CallLoc(ctx.LocAttr(p.Loc()), caller)))
				return ir.Advance
			})
		}
	}
}

func (in *inliner) spliceBlock(call *ir.Op, from *ir.Block) {
	ret := from.Last()
	for i := range call.NumResults() {
		call.Result(i).ReplaceAllUsesWith(ret.Operand(i))
	}
	ret.Erase()
	for o := from.First(); o != nil; {
		next := o.Next()
		o.MoveBefore(call)
		o = next
	}
	call.Erase()
}

// spliceRegion splits the block at the call: the first half branches into the
// callee's blocks, whose returns branch to the second half, which takes the
// results as arguments.
func (in *inliner) spliceRegion(call *ir.Op, r *ir.Region) {
	b := in.run.Builder
	head := call.Block()
	tail := head.SplitBefore(call)
	for i := range call.NumResults() {
		v := call.Result(i)
		v.ReplaceAllUsesWith(tail.AddArg(v.Type(), call.Loc()))
	}
	entry := r.First()
	for entry.NumArgs() > 0 {
		entry.RemoveArg(entry.NumArgs() - 1)
	}
	at := head
	for blk := entry; blk != nil; {
		next := blk.Next()
		blk.Detach()
		head.Region().InsertAfter(blk, at)
		at = blk
		if t := blk.Last(); t.Has(ir.ReturnLike) {
			in.branch(b.Before(t), t.Loc(), tail, t.Operands())
			t.Erase()
		}
		blk = next
	}
	in.branch(b.AtEnd(head), call.Loc(), entry, nil)
	call.Erase()
}

func (in *inliner) branch(b *ir.Builder, l ir.Loc, to *ir.Block, args []*ir.Value) {
	st := &ir.OpState{
		Name: in.run.Ctx.OpName("cf.br"), Loc: l, Operands: args,
		Results: []*ir.Type{}, Successors: []*ir.Block{to},
	}
	if _, err := b.Create(st); err != nil {
		panic(err) // cf.br has no inference that could fail
	}
}

// eraseDead removes private callees that no symbol reference names any more.
func (in *inliner) eraseDead() {
	refs := map[string]int{}
	count := func(o *ir.Op, each func(name string)) {
		ir.Walk(o, func(p *ir.Op) ir.WalkAction {
			add := func(a *ir.Attr) {
				each(a.Text())
				for _, n := range a.Nested() {
					each(n)
				}
			}
			ir.WalkSymbolRefs(p.Props(), add)
			ir.WalkSymbolRefs(p.Attrs(), add)
			return ir.Advance
		})
	}
	count(in.run.Op, func(name string) { refs[name]++ })
	named := map[string][]*ir.Op{} // that are left
	for _, fn := range in.called {
		if ir.SymbolVisibility(fn) == "private" {
			named[ir.SymbolName(fn)] = append(named[ir.SymbolName(fn)], fn)
		}
	}
	var unnamed []string
	for _, fn := range in.called {
		if name := ir.SymbolName(fn); refs[name] == 0 {
			unnamed = append(unnamed, name)
		}
	}
	for len(unnamed) > 0 {
		name := unnamed[len(unnamed)-1]
		unnamed = unnamed[:len(unnamed)-1]
		dead := named[name]
		delete(named, name)
		for _, fn := range dead {
			count(fn, func(name string) {
				if refs[name]--; refs[name] == 0 {
					unnamed = append(unnamed, name)
				}
			})
			fn.Erase()
			in.run.Count("num-erased", 1)
		}
	}
}
