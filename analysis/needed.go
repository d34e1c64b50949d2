package analysis

import "github.com/tg-opt/tg/ir"

// Needed tells which ops and block arguments inside an op the outside can
// observe: ops with effects, and whatever those and the terminators around
// them take, directly or not. Values that only feed each other round a cycle
// of blocks are not needed.
//
// The method is marking from the roots backwards: Cytron et al., "Efficiently
// Computing Static Single Assignment Form and the Control Dependence Graph",
// 1991, section 7.1, without the control part: branches stay.
type Needed struct {
	ops   map[*ir.Op]bool
	args  map[*ir.Value]bool // of blocks other than entries
	work  []*ir.Op
	preds map[*ir.Region]map[*ir.Block][]*ir.Block
}

// NewNeeded analyses the inside of root. Blocks that control never reaches
// count like others; erase them first.
func NewNeeded(root *ir.Op) *Needed {
	n := &Needed{
		ops: map[*ir.Op]bool{}, args: map[*ir.Value]bool{},
		preds: map[*ir.Region]map[*ir.Block][]*ir.Block{},
	}
	n.op(root)
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if HasOwnEffects(o) {
			n.op(o)
		}
		return ir.Advance
	})
	for len(n.work) > 0 {
		o := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		n.visit(root, o)
	}
	return n
}

// Op reports whether o is needed.
func (n *Needed) Op(o *ir.Op) bool { return n.ops[o] }

// Arg reports whether a block argument is needed; those of entry blocks are.
func (n *Needed) Arg(v *ir.Value) bool { return n.args[v] || v.Block().IsEntry() }

// Predecessors are the blocks that branch to b, each once.
func (n *Needed) Predecessors(b *ir.Block) []*ir.Block {
	m := n.preds[b.Region()]
	if m == nil {
		m = ir.Predecessors(b.Region())
		n.preds[b.Region()] = m
	}
	return m[b]
}

func (n *Needed) op(o *ir.Op) {
	if !n.ops[o] {
		n.ops[o] = true
		n.work = append(n.work, o)
	}
}

// visit marks what a needed op needs: the op around it, the ends of its own
// blocks, and its operands except those that a branch passes to an argument
// that is not needed (yet).
func (n *Needed) visit(root, o *ir.Op) {
	if p := o.Parent(); p != nil && o != root {
		n.op(p)
	}
	for _, r := range o.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			if b.Last() != nil && b.Last().Has(ir.Terminator) {
				n.op(b.Last())
			}
			if b != r.First() && !n.passesKnown(b) {
				for _, a := range b.Args() {
					n.value(a)
				}
			}
		}
	}
	passed := passedTo(o)
	for i := range o.NumOperands() {
		if passed == nil || passed[i] == nil || n.args[passed[i]] {
			n.value(o.Operand(i))
		}
	}
}

// passesKnown reports whether all branches to b tell what they pass.
func (n *Needed) passesKnown(b *ir.Block) bool {
	for _, p := range n.Predecessors(b) {
		if d := p.Last().Def(); d == nil || d.SuccessorOperands == nil {
			return false
		}
	}
	return true
}

// passedTo lists the block argument that each operand of a branch is passed
// to; nil for an op that is no branch.
func passedTo(o *ir.Op) []*ir.Value {
	if len(o.Successors()) == 0 || o.Def() == nil || o.Def().SuccessorOperands == nil {
		return nil
	}
	passed := make([]*ir.Value, o.NumOperands())
	for s, b := range o.Successors() {
		first, count := o.Def().SuccessorOperands(o, s)
		for i := range count {
			passed[first+i] = b.Arg(i)
		}
	}
	return passed
}

func (n *Needed) value(v *ir.Value) {
	for stack := []*ir.Value{v}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case v.Def() != nil:
			n.op(v.Def())
		case !v.Block().IsEntry() && !n.args[v]:
			n.args[v] = true
			stack = append(stack, n.incoming(v)...)
		}
	}
}

// incoming lists what branches pass for a block argument.
func (n *Needed) incoming(v *ir.Value) []*ir.Value {
	var in []*ir.Value
	for _, p := range n.Predecessors(v.Block()) {
		t := p.Last()
		if t.Def() == nil || t.Def().SuccessorOperands == nil {
			continue
		}
		for s, succ := range p.Successors() {
			if succ == v.Block() {
				in = append(in, t.SuccessorValues(s)[v.Index()])
			}
		}
	}
	return in
}
