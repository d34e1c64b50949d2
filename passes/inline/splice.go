package inline

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// splicer puts the bodies of functions in the place of calls. A body with
// several blocks waits, in a region of its own, until all calls are done with:
// then every op that follows a call moves once, to the end of what it follows,
// however many calls there are in a block.
type splicer struct {
	run     *pipeline.Run
	pending []*splicedBody
	bodies  map[*ir.Op]*splicedBody     // by the call
	of      map[*ir.Region]*splicedBody // by the region it waits in
}

// splicedBody is a body that waits to take the place of a call.
type splicedBody struct {
	call   *ir.Op
	region *ir.Region
	into   *ir.Region // that it will be in
	depth  int        // how many others it waits in
}

// regionOf is the region that o is in, when everything is in its place.
func (s *splicer) regionOf(o *ir.Op) *ir.Region {
	if body := s.of[o.Region()]; body != nil {
		return body.into
	}
	return o.Region()
}

// inline makes a copy of body, or takes it itself when this is its last use,
// for a call. It returns the blocks.
func (s *splicer) inline(call *ir.Op, body *ir.Region, last bool) []*ir.Block {
	r := &ir.Region{}
	if last {
		r.TakeBody(body)
	} else {
		r = s.run.Builder.CloneRegion(body, map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{})
	}
	if call.Loc() != 0 {
		s.relocate(r, call)
	}
	entry := r.First()
	for i, a := range entry.Args() {
		a.ReplaceAllUsesWith(call.Operand(i))
	}
	for entry.NumArgs() > 0 {
		entry.RemoveArg(entry.NumArgs() - 1)
	}
	if !r.HasOneBlock() {
		b := &splicedBody{call: call, region: r, into: s.regionOf(call)}
		if around := s.of[call.Region()]; around != nil {
			b.depth = around.depth + 1
		}
		s.pending = append(s.pending, b)
		s.bodies[call], s.of[r] = b, b
	}
	return blocksOf(r)
}

// relocate notes at everything in r where it was called from: as the last of
// the callers that its location knows.
func (s *splicer) relocate(r *ir.Region, call *ir.Op) {
	ctx := s.run.Ctx
	caller := ctx.LocAttr(call.Loc())
	known := map[ir.Loc]ir.Loc{}
	relocated := func(l ir.Loc) ir.Loc {
		to, ok := known[l]
		if !ok {
			to = ctx.ExplicitLoc(calledFrom(ctx, ctx.LocAttr(l), caller))
			known[l] = to
		}
		return to
	}
	for b := r.First(); b != nil; b = b.Next() {
		for _, a := range b.Args() {
			a.SetLoc(relocated(a.Loc()))
		}
		for o := b.First(); o != nil; o = o.Next() {
			ir.Walk(o, func(p *ir.Op) ir.WalkAction {
				p.SetLoc(relocated(p.Loc()))
				return ir.Advance
			})
		}
	}
}

// calledFrom is callee with caller behind the last of its own callers.
func calledFrom(ctx *ir.Context, callee, caller *ir.Attr) *ir.Attr {
	var inner []*ir.Attr
	for callee.Is(ir.CallLocAttr) {
		inner = append(inner, callee.Elems()[0])
		callee = callee.Elems()[1]
	}
	l := ctx.CallLoc(callee, caller)
	for i := len(inner) - 1; i >= 0; i-- {
		l = ctx.CallLoc(inner[i], l)
	}
	return l
}

// finishSingle puts a body of one block in the place of the call.
func (s *splicer) finishSingle(call *ir.Op, blocks []*ir.Block) {
	if len(blocks) > 1 {
		return
	}
	end := blocks[0].Last()
	for i := range call.NumResults() {
		call.Result(i).ReplaceAllUsesWith(end.Operand(i))
	}
	end.Erase()
	for o := blocks[0].First(); o != nil; {
		next := o.Next()
		o.MoveBefore(call)
		o = next
	}
	call.Erase()
}

// finish puts the bodies that wait in their places, those first that wait in
// others.
func (s *splicer) finish() {
	byDepth := map[int][]*splicedBody{}
	deepest := 0
	for _, b := range s.pending {
		byDepth[b.depth] = append(byDepth[b.depth], b)
		deepest = max(deepest, b.depth)
	}
	for depth := deepest; depth >= 0; depth-- {
		for _, b := range byDepth[depth] {
			// One look at a block finds all calls in it.
			if s.bodies[b.call] != nil {
				s.spliceInto(b.call.Block())
			}
		}
	}
}

// spliceInto puts the bodies of the calls in b in their places, the last first.
func (s *splicer) spliceInto(b *ir.Block) {
	for o := b.Last(); o != nil; {
		prev := o.Prev()
		if body := s.bodies[o]; body != nil {
			delete(s.bodies, o)
			s.splice(body)
		}
		o = prev
	}
}

// splice splits the block at a call: the first half goes on with the body's
// first block, and the body's returns branch to the second half, which takes
// the results as arguments.
func (s *splicer) splice(body *splicedBody) {
	call := body.call
	head := call.Block()
	tail := &ir.Block{}
	head.Region().InsertAfter(tail, head)
	for o := call.Next(); o != nil; {
		next := o.Next()
		o.Detach()
		tail.Append(o)
		o = next
	}
	for i := range call.NumResults() {
		v := call.Result(i)
		v.ReplaceAllUsesWith(tail.AddArg(v.Type(), call.Loc()))
	}
	call.Erase()
	entry := body.region.First()
	for b := entry; b != nil; b = b.Next() {
		if t := b.Last(); t.Has(ir.ReturnLike) {
			s.branch(t, tail)
		}
	}
	for o := entry.First(); o != nil; {
		next := o.Next()
		o.Detach()
		head.Append(o)
		o = next
	}
	at := head
	for b := entry.Next(); b != nil; {
		next := b.Next()
		b.Detach()
		head.Region().InsertAfter(b, at)
		at, b = b, next
	}
}

// branch puts a branch to b in the place of a return.
func (s *splicer) branch(ret *ir.Op, b *ir.Block) {
	st := &ir.OpState{
		Name: s.run.Ctx.OpName("cf.br"), Loc: ret.Loc(), Operands: ret.Operands(),
		Results: []*ir.Type{}, Successors: []*ir.Block{b},
	}
	if _, err := s.run.Builder.Before(ret).Create(st); err != nil {
		panic(err) // cf.br has no inference that could fail
	}
	ret.Erase()
}
