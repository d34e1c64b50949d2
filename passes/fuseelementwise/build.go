package fuseelementwise

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/schedule"
)

// fusionPlan is what a group becomes.
type fusionPlan struct {
	members []int32
	root    int32
	// operands are the values from outside, in the order in which they are read;
	// sources the constants, iotas and broadcasts that are repeated inside.
	operands []*ir.Value
	known    map[*ir.Value]bool
	results  []*ir.Value
	outside  map[*ir.Op]bool // reshapes that others read: they stay, and are repeated inside
	repeated []*ir.Op        // sources that have been
	before   float64         // bytes of memory traffic of the ops one by one
	after    float64
	absorbed int // broadcasts and iotas that nobody else reads
}

// emit makes a fusion of every group that is worth it.
func (f *fuser) emit(b *ir.Block) {
	unsorted := false
	for _, members := range f.members() {
		p := f.plan(b, members)
		if p == nil {
			continue
		}
		if p.wasteful() {
			f.run.Missed(f.ops[members[len(members)-1]], "FuseElementwise", "%d ops not fused: together they would move %s of memory, one by one %s",
				f.groups[p.root].ops, trafficText(p.after), trafficText(p.before))
			continue
		}
		if f.build(b, p) {
			unsorted = true
		}
	}
	if unsorted {
		schedule.Sort(b, f.purity)
	}
}

// plan looks at a group without changing anything; nil means that it stays as it
// is.
func (f *fuser) plan(b *ir.Block, members []int32) *fusionPlan {
	p := &fusionPlan{members: members, root: f.root(members[0]), known: map[*ir.Value]bool{}, outside: map[*ir.Op]bool{}}
	g := &f.groups[p.root]
	if g.elements <= 1 && g.rows.most() > 0 || g.ops == 0 {
		return nil
	}
	for _, i := range slices.Backward(members) {
		if o := f.ops[i]; f.kinds[i] == fuseFree && f.usedOutside(b, o.Result(0), p.root, p.outside) {
			p.outside[o] = true
		}
	}
	for _, i := range members {
		o := f.ops[i]
		for k := range o.NumOperands() {
			f.read(b, p, o.Operand(k))
		}
		if f.kinds[i] == fuseFree {
			continue
		}
		p.before += cost.Bytes(o.OperandTypes()...) + cost.Bytes(o.Result(0).Type())
	}
	for _, i := range members {
		if v := f.ops[i].Result(0); !p.outside[f.ops[i]] && f.usedOutside(b, v, p.root, p.outside) {
			p.results = append(p.results, v)
			p.after += cost.Bytes(v.Type())
		}
	}
	if len(p.results) == 0 || int(g.ops)+min(p.absorbed, 1) < 2 {
		return nil
	}
	p.after += cost.Bytes(typesOf(p.operands)...)
	return p
}

// wasteful reports whether the ops move less memory one by one.
func (p *fusionPlan) wasteful() bool { return p.after > p.before }

// read notes what a member needs from outside to read v.
func (f *fuser) read(b *ir.Block, p *fusionPlan, v *ir.Value) {
	if p.known[v] {
		return
	}
	p.known[v] = true
	def := v.Def()
	if def != nil && f.inGroup(b, def, p.root) {
		return
	}
	if def != nil && def.Block() == b && f.kinds[v.Number()] == fuseSource {
		if !def.Is(tg.Constant) && v.HasOneUse() {
			p.absorbed++
			p.before += cost.Bytes(def.OperandTypes()...) + cost.Bytes(v.Type())
		}
		if def.NumOperands() > 0 {
			f.read(b, p, def.Operand(0))
		}
		return
	}
	p.operands = append(p.operands, v)
}

func typesOf(values []*ir.Value) []*ir.Type {
	types := make([]*ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	return types
}

// build makes the fusion. It reports whether a user of a result comes before it
// now.
func (f *fuser) build(b *ir.Block, p *fusionPlan) (unsorted bool) {
	last := p.members[len(p.members)-1]
	for _, i := range p.members {
		if !p.outside[f.ops[i]] {
			last = i
		}
	}
	loc, next := f.ops[last].Loc(), f.ops[last].Next()
	body := &ir.Block{}
	inside := map[*ir.Value]*ir.Value{}
	for _, v := range p.operands {
		inside[v] = body.AddArg(v.Type(), v.Loc())
	}
	for _, i := range p.members {
		f.move(b, p, body, f.ops[i], inside)
	}
	f.run.Builder.AtEnd(body)
	yields := make([]*ir.Value, len(p.results))
	for i, v := range p.results {
		yields[i] = v
		if w := inside[v]; w != nil {
			yields[i] = w
		}
	}
	f.run.Builder.OpWithTypes(tg.Yield, loc, nil, yields)
	region := &ir.Region{}
	region.Append(body)
	if next != nil {
		f.run.Builder.Before(next)
	} else {
		f.run.Builder.AtEnd(b)
	}
	fusion, err := f.run.Builder.Create(&ir.OpState{
		Name: f.run.Ctx.OpName(tg.Fusion.Name()), Loc: loc, Operands: p.operands, Results: typesOf(p.results), Regions: []*ir.Region{region},
	})
	if err != nil {
		panic(err) // the result types are stated
	}
	for i, v := range p.results {
		w := fusion.Result(i)
		w.SetNumber(uint32(last))
		for u := v.FirstUse(); u != nil; {
			following := u.Next()
			if o := u.Owner(); o.Block() != body {
				u.Set(w)
				unsorted = unsorted || f.place(b, o) < int(last)
			}
			u = following
		}
	}
	for _, o := range slices.Backward(p.repeated) {
		if !o.HasUses() {
			o.Erase()
		}
	}
	f.report(fusion, p)
	return unsorted
}

// move puts a member, or a copy of a reshape that others read, into the body.
func (f *fuser) move(b *ir.Block, p *fusionPlan, body *ir.Block, o *ir.Op, inside map[*ir.Value]*ir.Value) {
	if p.outside[o] {
		for u := o.Result(0).FirstUse(); ; u = u.Next() {
			if u == nil {
				return // nobody inside reads it
			}
			if f.inGroup(b, u.Owner(), p.root) || f.isSource(b, u.Owner()) {
				break
			}
		}
		f.repeat(b, p, body, o.Operand(0), inside)
		f.run.Builder.AtEnd(body).Clone(o, inside)
		return
	}
	for k := range o.NumOperands() {
		v := o.Operand(k)
		f.repeat(b, p, body, v, inside)
		if w := inside[v]; w != nil {
			o.SetOperand(k, w)
		}
	}
	o.Detach()
	body.Append(o)
}

// repeat copies the source that v comes from, if it does, into the body, and what
// that repeats.
func (f *fuser) repeat(b *ir.Block, p *fusionPlan, body *ir.Block, v *ir.Value, inside map[*ir.Value]*ir.Value) {
	def := v.Def()
	if inside[v] != nil || def == nil || def.Block() != b || f.kinds[v.Number()] != fuseSource {
		return
	}
	if def.NumOperands() > 0 {
		f.repeat(b, p, body, def.Operand(0), inside) // no source: a broadcast of a broadcast is none
	}
	f.run.Builder.AtEnd(body).Clone(def, inside)
	p.repeated = append(p.repeated, def)
}

// place is where in the block an op is, or the op around it: the number of an
// op, or beyond all for one that nothing moves across.
func (f *fuser) place(b *ir.Block, o *ir.Op) int {
	for o.Block() != b {
		if o = o.Parent(); o == nil {
			return math.MaxInt
		}
	}
	if o.NumResults() == 0 {
		return math.MaxInt
	}
	return int(o.Result(0).Number())
}

func (f *fuser) report(fusion *ir.Op, p *fusionPlan) {
	f.fusions++
	f.saved += p.before - p.after
	ops := 0
	for _, i := range p.members {
		if f.kinds[i] >= fuseCompute {
			ops++
		}
		if f.kinds[i] >= fuseReduce {
			f.reductions++
		}
	}
	f.fused += int64(ops)
	f.run.Passed(fusion, "FuseElementwise", "fused %d ops: together they move %s of memory, one by one %s", ops, trafficText(p.after), trafficText(p.before))
}

// trafficText is a size for people.
func trafficText(bytes float64) string {
	for i, unit := range []string{"GiB", "MiB", "KiB"} {
		if scale := float64(int64(1) << (30 - 10*i)); bytes >= scale {
			return fmt.Sprintf("%.1f %s", bytes/scale, unit)
		}
	}
	return fmt.Sprintf("%.0f bytes", bytes)
}
