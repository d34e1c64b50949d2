package rewrite

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// merger merges blocks that do the same before they go on to the same blocks.
// Where they use different values from outside, the one that is left gets
// arguments for them. Merging two blocks makes those before them more alike, so
// that it goes on with these; it looks again at nothing else, and costs time
// linear in what it merges.
type merger struct {
	seed   maphash.Seed
	blocks []*mergeable // by number
	groups map[string][]*mergeable
}

// mergeable is what the merger knows of a block.
type mergeable struct {
	block *ir.Block
	index int
	group string // which numbers its successors
	hash  uint64
	gone  bool
	// fixed blocks are never merged: what they define is used elsewhere, or they
	// have regions.
	fixed bool
}

// operandAt is one operand of one op of a block.
type operandAt struct{ op, operand int }

// cluster is a set of blocks that can be one.
type cluster struct {
	leader *mergeable
	others []*mergeable
	differ map[operandAt]bool
}

// mergeBlocks merges blocks of r and reports whether it did.
func mergeBlocks(r *ir.Region) bool {
	if r.HasOneBlock() {
		return false
	}
	m := &merger{seed: maphash.MakeSeed(), groups: map[string][]*mergeable{}}
	for b := r.First(); b != nil; b = b.Next() {
		b.SetNumber(uint32(len(m.blocks)))
		m.blocks = append(m.blocks, &mergeable{block: b, index: len(m.blocks), fixed: b.IsEntry()})
	}
	changed := false
	for dirty := slices.Clone(m.blocks[1:]); len(dirty) > 0; {
		merged := m.round(dirty)
		changed = changed || len(merged) > 0
		dirty = m.before(merged)
	}
	return changed
}

// before lists the blocks that branch to those given, and these.
func (m *merger) before(merged []*mergeable) []*mergeable {
	seen := map[*mergeable]bool{}
	for _, b := range merged {
		seen[b] = true
		for e := b.block.FirstEdge(); e != nil; e = e.Next() {
			if from := e.Op().Block(); from != nil && !from.IsEntry() {
				seen[m.blocks[from.Number()]] = true
			}
		}
	}
	var list []*mergeable
	for b := range seen {
		list = append(list, b)
	}
	slices.SortFunc(list, func(a, b *mergeable) int { return a.index - b.index })
	return list
}

// round sorts the dirty blocks into groups with equal successors, merges what
// it can in these, and lists the blocks that others were merged into.
func (m *merger) round(dirty []*mergeable) (merged []*mergeable) {
	var order []string
	changed := map[string]bool{}
	for _, b := range dirty {
		if m.describe(b); b.fixed {
			continue
		}
		if !slices.Contains(m.groups[b.group], b) {
			m.groups[b.group] = append(m.groups[b.group], b)
		}
		if !changed[b.group] {
			changed[b.group] = true
			order = append(order, b.group)
		}
	}
	for _, key := range order {
		members := slices.DeleteFunc(m.groups[key], func(b *mergeable) bool { return b.gone || b.fixed || b.group != key })
		slices.SortFunc(members, func(a, b *mergeable) int { return a.index - b.index })
		m.groups[key] = members
		if len(members) < 2 {
			continue
		}
		for _, c := range clusters(members) {
			if c.merge() {
				merged = append(merged, c.leader)
			}
		}
	}
	return merged
}

// describe finds out about a block. Results are numbered in the order of the
// block, so that equal numbers mean equal roles.
func (m *merger) describe(b *mergeable) {
	if b.block.IsEntry() {
		return
	}
	var key []byte
	for _, s := range b.block.Successors() {
		key = binary.AppendUvarint(key, uint64(s.Number()))
	}
	b.group, b.fixed = string(key), false
	h := maphash.Hash{}
	h.SetSeed(m.seed)
	for _, a := range b.block.Args() {
		maphash.WriteComparable(&h, a.Type())
		b.fixed = b.fixed || usedOutside(a)
	}
	n := uint32(0)
	for o := b.block.First(); o != nil; o = o.Next() {
		for _, r := range o.Regions() {
			b.fixed = b.fixed || !r.Empty()
		}
		for i := range o.NumResults() {
			b.fixed = b.fixed || usedOutside(o.Result(i))
			o.Result(i).SetNumber(n)
			n++
			maphash.WriteComparable(&h, o.Result(i).Type())
		}
		maphash.WriteComparable(&h, opShape{o.OpName(), o.Props(), o.Attrs(), o.NumOperands()})
		for i := range o.NumOperands() {
			maphash.WriteComparable(&h, roleOf(o.Operand(i), b.block))
		}
	}
	b.hash = h.Sum64()
}

type opShape struct {
	name         *ir.OpName
	props, attrs *ir.Attr
	operands     int
}

// role is what an operand is to its block: a value that the block defines, by
// its place, or any value from outside.
type role struct {
	typ    *ir.Type
	inside bool
	arg    bool
	number int
}

func roleOf(v *ir.Value, b *ir.Block) role {
	switch {
	case v.Block() != b:
		return role{typ: v.Type()}
	case v.IsArg():
		return role{v.Type(), true, true, v.Index()}
	}
	return role{v.Type(), true, false, int(v.Number())}
}

func usedOutside(v *ir.Value) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if u.Owner().Block() != v.Block() {
			return true
		}
	}
	return false
}

// clusters sorts blocks with equal successors into those that can be one.
func clusters(blocks []*mergeable) []*cluster {
	byHash := map[uint64][]*cluster{}
	var all []*cluster
next:
	for _, b := range blocks {
		for _, c := range byHash[b.hash] {
			if c.add(b) {
				continue next
			}
		}
		c := &cluster{leader: b, differ: map[operandAt]bool{}}
		byHash[b.hash] = append(byHash[b.hash], c)
		all = append(all, c)
	}
	return all
}

// add takes b into the cluster if it does what the leader does.
func (c *cluster) add(b *mergeable) bool {
	x, y := c.leader.block, b.block
	if !slices.Equal(argTypes(x), argTypes(y)) {
		return false
	}
	var differ []operandAt
	p, q := x.First(), y.First()
	for i := 0; p != nil && q != nil; i++ {
		if p.OpName() != q.OpName() || p.Props() != q.Props() || p.Attrs() != q.Attrs() || p.NumOperands() != q.NumOperands() ||
			!slices.Equal(p.ResultTypes(), q.ResultTypes()) {
			return false
		}
		for k := range p.NumOperands() {
			v, w := p.Operand(k), q.Operand(k)
			r := roleOf(v, x)
			if r != roleOf(w, y) {
				return false
			}
			if !r.inside && v != w {
				differ = append(differ, operandAt{i, k})
			}
		}
		p, q = p.Next(), q.Next()
	}
	if p != nil || q != nil {
		return false
	}
	for _, at := range differ {
		c.differ[at] = true
	}
	c.others = append(c.others, b)
	return true
}

func argTypes(b *ir.Block) []*ir.Type {
	types := make([]*ir.Type, b.NumArgs())
	for i, a := range b.Args() {
		types[i] = a.Type()
	}
	return types
}

// merge makes one block of the cluster, its leader.
func (c *cluster) merge() bool {
	if len(c.others) == 0 {
		return false
	}
	if len(c.differ) > 0 && !c.passDifferences() {
		return false
	}
	for _, b := range c.others {
		b.block.RedirectEdges(c.leader.block)
		b.block.Erase()
		b.gone = true
	}
	return true
}

// passDifferences has all branches to the blocks pass the values that these do
// not share to new arguments of the leader. It reports whether all can.
func (c *cluster) passDifferences() bool {
	blocks := append([]*mergeable{c.leader}, c.others...)
	for _, b := range blocks {
		for e := b.block.FirstEdge(); e != nil; e = e.Next() {
			if !isBranch(e.Op()) {
				return false
			}
		}
	}
	places := make([]operandAt, 0, len(c.differ))
	for at := range c.differ {
		places = append(places, at)
	}
	slices.SortFunc(places, func(a, b operandAt) int {
		if a.op != b.op {
			return a.op - b.op
		}
		return a.operand - b.operand
	})
	uses := make([][]*ir.Use, len(blocks)) // per block and place
	for i, b := range blocks {
		o, n := b.block.First(), 0
		for _, at := range places {
			for ; n < at.op; n++ {
				o = o.Next()
			}
			uses[i] = append(uses[i], o.OperandUse(at.operand))
		}
	}
	given := make([][]*ir.Value, len(blocks))
	args := make([]*ir.Value, len(places))
	for k, same := range sameColumns(uses) {
		if same < k {
			args[k] = args[same]
			continue
		}
		v := uses[0][k].Value()
		args[k] = c.leader.block.AddArg(v.Type(), v.Loc())
		for i := range blocks {
			given[i] = append(given[i], uses[i][k].Value())
		}
	}
	for k, a := range args {
		uses[0][k].Set(a)
	}
	for i, b := range blocks {
		for e := b.block.FirstEdge(); e != nil; e = e.Next() {
			values := append(e.Op().SuccessorValues(e.Index()), given[i]...)
			e.Op().Def().SetSuccessorOperands(e.Op(), e.Index(), values)
		}
	}
	return true
}

// sameColumns gives for each place the first place that has the same value in
// the leader, if it has in all blocks, or else the place itself.
func sameColumns(uses [][]*ir.Use) []int {
	first := map[*ir.Value]int{}
	out := make([]int, len(uses[0]))
	for k, u := range uses[0] {
		j, ok := first[u.Value()]
		if !ok {
			first[u.Value()] = k
		}
		out[k] = k
		if ok && !slices.ContainsFunc(uses, func(row []*ir.Use) bool { return row[j].Value() != row[k].Value() }) {
			out[k] = j
		}
	}
	return out
}

// dropRepeatedArgs replaces the arguments of b that are given one value by
// every branch by that value, and reports whether there were any.
func dropRepeatedArgs(b *ir.Block) bool {
	if b.NumArgs() == 0 || b.FirstEdge() == nil {
		return false
	}
	var passed [][]ir.Use
	for e := b.FirstEdge(); e != nil; e = e.Next() {
		if !isBranch(e.Op()) {
			return false
		}
		passed = append(passed, e.Values())
	}
	drop := map[*ir.Value]bool{}
	for i, a := range b.Args() {
		v := passed[0][i].Value()
		if v == a || slices.ContainsFunc(passed, func(p []ir.Use) bool { return p[i].Value() != v }) {
			continue
		}
		a.ReplaceAllUsesWith(v)
		drop[a] = true
	}
	return eraseArgs(b, func(a *ir.Value) bool { return drop[a] }) > 0
}
